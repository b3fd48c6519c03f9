import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  VALID_SERVICE: "{{origin}} has opened this window.",
  TUKEY_MAIN_READY: "{{origin}} has opened this window. Waiting for the model that it hands over…",
  SERVICE_INIT_DATA: "{{origin}} has handed this model over: choose values and send the answer back.",
  optimization: "{{origin}} has handed this model over: search for settings, choose a solution and send it back.",
  TUKEY_MAIN_DONE: "{{origin}} has the answer. This window closes now.",
  error: "What {{origin}} has handed over cannot be used.",
  send: "Send the answer back",
  doubtful: "Send an answer outside of the training data?",
  sendAnyway: "Send it anyway",
};
type Shape = Translation<typeof en>;

const tw = {
  VALID_SERVICE: "此視窗由 {{origin}} 開啟。",
  TUKEY_MAIN_READY: "此視窗由 {{origin}} 開啟，正在等待其交付模型…",
  SERVICE_INIT_DATA: "{{origin}} 已交付此模型：請選擇數值，再將結果傳回。",
  optimization: "{{origin}} 已交付此模型：請搜尋設定，選擇一組解，再將其傳回。",
  TUKEY_MAIN_DONE: "{{origin}} 已收到結果，此視窗即將關閉。",
  error: "{{origin}} 交付的內容無法使用。",
  send: "傳回結果",
  doubtful: "要傳回超出訓練資料範圍的結果嗎？",
  sendAnyway: "仍要傳回",
} satisfies Shape;

const cn = {
  VALID_SERVICE: "此窗口由 {{origin}} 打开。",
  TUKEY_MAIN_READY: "此窗口由 {{origin}} 打开，正在等待其交付模型…",
  SERVICE_INIT_DATA: "{{origin}} 已交付此模型：请选择数值，再将结果传回。",
  optimization: "{{origin}} 已交付此模型：请搜索设置，选择一组解，再将其传回。",
  TUKEY_MAIN_DONE: "{{origin}} 已收到结果，此窗口即将关闭。",
  error: "{{origin}} 交付的内容无法使用。",
  send: "传回结果",
  doubtful: "要传回超出训练数据范围的结果吗？",
  sendAnyway: "仍要传回",
} satisfies Shape;

const ja = {
  VALID_SERVICE: "このウィンドウは {{origin}} が開きました。",
  TUKEY_MAIN_READY: "このウィンドウは {{origin}} が開きました。モデルの引き渡しを待っています…",
  SERVICE_INIT_DATA: "{{origin}} からこのモデルが渡されました。値を選び、結果を送り返してください。",
  optimization: "{{origin}} からこのモデルが渡されました。設定を探し、解を選んで送り返してください。",
  TUKEY_MAIN_DONE: "{{origin}} に結果を送りました。このウィンドウはまもなく閉じます。",
  error: "{{origin}} から渡された内容は使えません。",
  send: "結果を送り返す",
  doubtful: "学習データの範囲外の結果を送り返しますか？",
  sendAnyway: "それでも送り返す",
} satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "companion", en, tw, cn, ja };
