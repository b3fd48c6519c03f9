/** Style sheet: light or dark as the reader's system is, also for phones. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1a1f29; --soft: #51596a; --line: #d5dae3; --back: #fff; --code: #f3f5f8; --link: #0b57d0 }
* { box-sizing: border-box }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; color: var(--text); background: var(--back); overflow-wrap: anywhere }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 84rem; margin: 0 auto }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); font-size: 14px }
nav ul { list-style: none; margin: 0 0 .5rem; padding: 0 } nav li { padding: .15rem 0 .15rem 1rem } nav p { margin: .25rem 0; font-weight: 600 }
main { padding: 1.5rem 2rem 6rem; min-width: 0 }
h1 { margin: 0 0 .5rem; font-size: 1.8rem } h2 { margin: 2.5rem 0 .75rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line) }
h3 { display: inline; font-size: 1rem; font-weight: 400 } h4 { margin: 1rem 0 .35rem; font-size: .95rem }
code, pre { font: 13px/1.45 ui-monospace, monospace } pre { margin: .25rem 0; background: var(--code); padding: .75rem; border-radius: 6px; overflow: auto; max-height: 24rem; white-space: pre-wrap }
a { color: var(--link) } summary { cursor: pointer; padding: .2rem 0 } .note { color: var(--soft) }
.call { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; padding: .3rem .75rem } .call > div { padding: 0 0 .75rem; scroll-margin-top: 4.5rem }
.call > summary { list-style-position: outside; margin-left: 1rem } .about { color: var(--soft); display: block }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; text-transform: uppercase }
.table { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: 14px } th { text-align: left; color: var(--soft); font-weight: 600 }
th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: break-word } td:first-child { min-width: 7rem; overflow-wrap: anywhere } td:last-child { min-width: 9rem }
@media (max-width: 50rem) {
  .page { display: block } nav { position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--line) } main { padding: 1rem 1rem 4rem }
  nav summary, nav li { padding-top: .35rem; padding-bottom: .35rem }
}
@media (prefers-color-scheme: dark) { :root { --text: #e6e8ec; --soft: #a9b1c0; --line: #363b45; --back: #16181c; --code: #22252b; --link: #8ab4f8 } }`;
