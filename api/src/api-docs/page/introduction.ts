import { escapeHtml } from "../../http/html.js";

/** Bash script that logs in and makes a first call. A test runs it as it is. */
const QUICKSTART_SCRIPT = `# AGATHA is where this page is, without /docs. NAME and PASSWORD are those of your account.
csrf() { curl -s -b cookies -c cookies "$AGATHA/accounts/csrf" | sed 's/.*:"\\(.*\\)".*/\\1/'; }

curl -s -b cookies -c cookies -H "X-CSRFToken: $(csrf)" -H 'Content-Type: application/json' \\
  -d "{\\"username\\": \\"$NAME\\", \\"password\\": \\"$PASSWORD\\"}" "$AGATHA/accounts/login"

curl -s -b cookies "$AGATHA/agatha/datasets/"`;

/** Returns the HTML of the rules for all calls, which precedes the calls. */
export function introduction(base: string): string {
  return `<h2 id="begin">How to begin</h2>
<p>All paths are under <code>${escapeHtml(base)}</code>; a slash at their end makes no difference. Bodies and answers are JSON in UTF-8 unless a file is sent. Times are in UTC, ids are texts.</p>
<p>Programs that only ask a model need no account: they send the model's token to <a href="#postTukeyApi">/tukey/api</a>. Everything else takes a session, and what changes something the header <code>X-CSRFToken</code> besides, which belongs to the session:</p>
<pre tabindex="0" id="script">${escapeHtml(QUICKSTART_SCRIPT)}</pre>
<p>The same is done by the command line <code>agatha</code>.</p>`;
}
