import type { Messages } from "../messages.js";

const en = {
  // The specification calls undoing a delete "Recovery".
  action: { undo: "Recovery" },
  auth: { auth_check_error: "Log in to continue" },
  message: { select_all_limit_reached: "There are too many to select all. Only the first {{max}} are selected." },
  notification: {
    http_error: "Server communication error",
    logged_out: "Your session has ended. Log in again.",
    not_authorized: "You are not allowed to open this.",
  },
  page: { list: "{{name}}" },
};

/** Texts of the parts of react-admin that the console has, by react-admin's keys. */
export const messages: Messages<typeof en> = {
  namespace: "ra",
  en,
  tw: {
    action: { undo: "復原" },
    auth: { auth_check_error: "請先登入再繼續" },
    message: { select_all_limit_reached: "項目太多，無法全選，只選取了前 {{max}} 個。" },
    notification: {
      http_error: "與伺服器通訊時發生錯誤",
      logged_out: "您的工作階段已結束，請重新登入。",
      not_authorized: "您沒有存取此資源的權限。",
    },
    page: { list: "{{name}}" },
  },
  cn: {
    action: { undo: "恢复" },
    auth: { auth_check_error: "请先登录再继续" },
    message: { select_all_limit_reached: "项目太多，无法全选，只选择了前 {{max}} 个。" },
    notification: {
      http_error: "与服务器通信时出错",
      logged_out: "您的会话已结束，请重新登录。",
      not_authorized: "您没有访问此资源的权限。",
    },
    page: { list: "{{name}}" },
  },
  ja: {
    action: { undo: "元に戻す" },
    auth: { auth_check_error: "続けるにはログインしてください" },
    message: { select_all_limit_reached: "項目が多すぎるため、最初の {{max}} 件だけを選択しました。" },
    notification: {
      http_error: "サーバーとの通信でエラーが発生しました",
      logged_out: "セッションが終了しました。もう一度ログインしてください。",
      not_authorized: "このリソースへのアクセス権限がありません。",
    },
    page: { list: "{{name}}" },
  },
};
