import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  expired: "Your contract has expired, so this is not possible.",
  expiredBanner:
    "Your contract expired on {{date}}. Nothing new can be created; what you have can be read, changed, downloaded and deleted. Contact customer service.",
  viewer: "This dataset is shared with you to read. Ask its owner to make you an editor.",
  ownerOnly: "Only the owner of the dataset and managers may do this.",
  dataset: "Your account may not create datasets. Ask a manager to allow it.",
  model: "Your account may not create models. Ask a manager to allow it.",
  product: "Your account does not have this product. Ask a manager for it.",
  modelLimit: "You have {{count}} of {{limit}} models. Delete models you no longer need, or ask a manager for more.",
  modelReserved:
    "You have {{count}} of {{limit}} models, and automatic trainings under way keep places for {{reserved}} more. Wait until they end, or cancel them.",
  warning_one: "Your contract expires on {{date}}: {{count}} day left.",
  warning_other: "Your contract expires on {{date}}: {{count}} days left.",
  toContract: "Contract and limits",
};
type Shape = Translation<typeof en>;

const tw = {
  expired: "合約已到期，因此無法使用此功能。",
  expiredBanner: "您的合約已於 {{date}} 到期。無法建立新內容；現有內容仍可檢視、變更、下載與刪除。請聯絡客服。",
  viewer: "此資料集以唯讀方式與您共用。如需編輯，請洽擁有者將您設為編輯者。",
  ownerOnly: "只有資料集的擁有者與管理員可以執行此操作。",
  dataset: "您的帳號不可建立資料集，請洽管理員開放權限。",
  model: "您的帳號不可建立模型，請洽管理員開放權限。",
  product: "您的帳號沒有此產品，請洽管理員。",
  modelLimit: "您已有 {{count}} / {{limit}} 個模型。請刪除不需要的模型，或洽管理員增加上限。",
  modelReserved: "您已有 {{count}} / {{limit}} 個模型，進行中的自動訓練另保留 {{reserved}} 個名額。請等待自動訓練結束，或將其取消。",
  warning: "您的合約將於 {{date}} 到期，還剩 {{count}} 天。",
  toContract: "合約與限制",
} satisfies Shape;

const cn = {
  expired: "合同已到期，因此无法使用此功能。",
  expiredBanner: "您的合同已于 {{date}} 到期。无法创建新内容；现有内容仍可查看、修改、下载和删除。请联系客服。",
  viewer: "此数据集以只读方式与您共享。如需编辑，请联系所有者将您设为编辑者。",
  ownerOnly: "只有数据集的所有者和管理员可以执行此操作。",
  dataset: "您的账号不能创建数据集，请联系管理员开放权限。",
  model: "您的账号不能创建模型，请联系管理员开放权限。",
  product: "您的账号没有此产品，请联系管理员。",
  modelLimit: "您已有 {{count}} / {{limit}} 个模型。请删除不需要的模型，或联系管理员增加上限。",
  modelReserved: "您已有 {{count}} / {{limit}} 个模型，正在进行的自动训练另占用 {{reserved}} 个名额。请等待自动训练结束，或将其取消。",
  warning: "您的合同将于 {{date}} 到期，还剩 {{count}} 天。",
  toContract: "合同与限制",
} satisfies Shape;

const ja = {
  expired: "契約の期限が切れているため、利用できません。",
  expiredBanner:
    "契約は {{date}} に期限が切れました。新しく作成することはできません。既存の内容は閲覧、変更、ダウンロード、削除ができます。カスタマーサービスにお問い合わせください。",
  viewer: "このデータセットは閲覧用に共有されています。編集するには、所有者に編集者への変更を依頼してください。",
  ownerOnly: "この操作はデータセットの所有者と管理者だけが行えます。",
  dataset: "このアカウントではデータセットを作成できません。管理者に許可を依頼してください。",
  model: "このアカウントではモデルを作成できません。管理者に許可を依頼してください。",
  product: "このアカウントではこの製品を利用できません。管理者に依頼してください。",
  modelLimit: "モデル数は上限 {{limit}} 件中 {{count}} 件です。不要なモデルを削除するか、管理者に上限の引き上げを依頼してください。",
  modelReserved:
    "モデル数は上限 {{limit}} 件中 {{count}} 件で、実行中の自動学習がさらに {{reserved}} 件分の枠を確保しています。自動学習の終了を待つか、キャンセルしてください。",
  warning: "契約は {{date}} に期限が切れます。残り {{count}} 日です。",
  toContract: "契約と上限",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "restrictions", en, tw, cn, ja };
