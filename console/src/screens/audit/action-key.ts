/** Key of an action's text. A dot would separate the folders of a key. */
export type ActionKey<A extends string> = A extends `${infer Head}.${infer Rest}` ? `${Head}_${ActionKey<Rest>}` : A;

/** Returns the key of an action's text. */
export function actionKey(action: string): string {
  return action.replaceAll(".", "_");
}
