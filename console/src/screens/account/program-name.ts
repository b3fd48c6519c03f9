import Bowser from "bowser";

/** Returns the browser and the system of a User-Agent header, such as Firefox and Linux, or the program's own name. */
export function programName(userAgent: string): string[] {
  const { browser, os } = Bowser.parse(userAgent);
  const known = [browser.name, os.name].flatMap((name) => name || []);
  return known.length > 0 ? known : [userAgent.split(/[/ ]/)[0] ?? userAgent];
}
