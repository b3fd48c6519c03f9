import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  notCopied: "The browser did not let the page copy. Select the text and copy it yourself",
  failed: {
    deleteDataset: "The dataset could not be deleted: {{cause}}",
    deleteModel: "The model could not be deleted: {{cause}}",
    deleteTemplate: "The template could not be deleted: {{cause}}",
    deleteTraining: "The automatic training could not be deleted: {{cause}}",
    deleteComparison: "The comparison could not be deleted: {{cause}}",
    restore: "This could not be restored: {{cause}}",
    renameDataset: "The dataset could not be renamed: {{cause}}",
    renameModel: "The model could not be renamed: {{cause}}",
    download: "The download failed: {{cause}}",
    change: "The change could not be saved: {{cause}}",
    cancel: "This could not be cancelled: {{cause}}",
  },
};
type Shape = Translation<typeof en>;

const tw = {
  notCopied: "瀏覽器不允許此頁面複製。請選取文字後自行複製",
  failed: {
    deleteDataset: "無法刪除資料集：{{cause}}",
    deleteModel: "無法刪除模型：{{cause}}",
    deleteTemplate: "無法刪除範本：{{cause}}",
    deleteTraining: "無法刪除自動訓練：{{cause}}",
    deleteComparison: "無法刪除比較：{{cause}}",
    restore: "無法還原：{{cause}}",
    renameDataset: "無法重新命名資料集：{{cause}}",
    renameModel: "無法重新命名模型：{{cause}}",
    download: "下載失敗：{{cause}}",
    change: "無法儲存變更：{{cause}}",
    cancel: "無法取消：{{cause}}",
  },
} satisfies Shape;

const cn = {
  notCopied: "浏览器不允许此页面复制。请选中文字后自行复制",
  failed: {
    deleteDataset: "无法删除数据集：{{cause}}",
    deleteModel: "无法删除模型：{{cause}}",
    deleteTemplate: "无法删除模板：{{cause}}",
    deleteTraining: "无法删除自动训练：{{cause}}",
    deleteComparison: "无法删除比较：{{cause}}",
    restore: "无法恢复：{{cause}}",
    renameDataset: "无法重命名数据集：{{cause}}",
    renameModel: "无法重命名模型：{{cause}}",
    download: "下载失败：{{cause}}",
    change: "无法保存更改：{{cause}}",
    cancel: "无法取消：{{cause}}",
  },
} satisfies Shape;

const ja = {
  notCopied: "ブラウザーがこのページからのコピーを許可しませんでした。テキストを選択してコピーしてください",
  failed: {
    deleteDataset: "データセットを削除できませんでした：{{cause}}",
    deleteModel: "モデルを削除できませんでした：{{cause}}",
    deleteTemplate: "テンプレートを削除できませんでした：{{cause}}",
    deleteTraining: "自動学習を削除できませんでした：{{cause}}",
    deleteComparison: "比較を削除できませんでした：{{cause}}",
    restore: "元に戻せませんでした：{{cause}}",
    renameDataset: "データセットの名前を変更できませんでした：{{cause}}",
    renameModel: "モデルの名前を変更できませんでした：{{cause}}",
    download: "ダウンロードできませんでした：{{cause}}",
    change: "変更を保存できませんでした：{{cause}}",
    cancel: "キャンセルできませんでした：{{cause}}",
  },
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "notifications", en, tw, cn, ja };
export type FailedOperation = keyof typeof en.failed;
