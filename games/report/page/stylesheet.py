"""The stylesheet of the page: light and dark mode, narrow screens, and print."""

STYLE = """
:root { color-scheme: light dark; --ink: #1c1b22; --paper: #fdfcf9; --dim: #5d5a66; --line: #d9d5cc; --tint: #f3f0e8;
  --link: #1f4fa8; --good: #14643a; --good-tint: #e3f3e8; --bad: #9b1c1c; --bad-tint: #fbe6e4; --part: #7a5200;
  --part-tint: #fdf1d8; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceaf2; --paper: #17161c; --dim: #a9a5b6; --line: #3a3743;
  --tint: #211f28; --link: #9dbcff; --good: #8fdcae; --good-tint: #15301f; --bad: #ffb0a8; --bad-tint: #431a1a;
  --part: #f5cd80; --part-tint: #3a2b10; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  overflow-wrap: break-word; }
header, nav, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.35rem; margin: 2.5rem 0 .75rem; padding-top: .75rem; border-top: 2px solid var(--line); }
h3 { font-size: 1.1rem; margin: 1.75rem 0 .5rem; }
p { margin: .5rem 0; max-width: 46rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -99rem; background: var(--paper); padding: .5rem 1rem; z-index: 1; }
.skip:focus { left: .5rem; top: .5rem; }
.dim { color: var(--dim); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; margin: 1rem 0 0; list-style: none; }
nav a { display: inline-block; padding: .3rem 0; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .75rem 0; }
.facts dt { color: var(--dim); }
.facts dd { margin: 0; }
.banner { border: 2px solid; border-left-width: .6rem; border-radius: .4rem; padding: .75rem 1rem; max-width: none; }
.banner strong, .banner span { display: block; }
.banner strong { font-size: 1.2rem; }
.good { color: var(--good); background: var(--good-tint); }
.bad { color: var(--bad); background: var(--bad-tint); }
.part { color: var(--part); background: var(--part-tint); }
.mark { display: inline-block; border-radius: 1rem; padding: 0 .6rem; font-weight: 600; white-space: nowrap; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; }
caption { text-align: left; color: var(--dim); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .9rem .4rem 0; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--dim); font-weight: 600; }
tbody th { font-weight: 600; }
td ul { margin: 0; padding-left: 1.1rem; }
tr:has(:target) { background: var(--part-tint); }
code, pre { font: .875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
bdi { overflow-wrap: anywhere; }
code { background: var(--tint); padding: .05rem .3rem; border-radius: .2rem; }
pre { background: var(--tint); padding: .75rem 1rem; border-radius: .4rem; white-space: pre-wrap; }
blockquote { margin: .5rem 0; padding: .1rem 0 .1rem 1rem; border-left: 4px solid var(--line); font-size: 1.1rem; }
details { margin: .25rem 0; }
summary { cursor: pointer; color: var(--link); padding: .15rem 0; }
details > div { margin-left: 1rem; }
.log { table-layout: fixed; }
.log thead th:nth-child(1) { width: 5rem; }
.log thead th:nth-child(2) { width: 8.5rem; }
.log details { margin: 0; }
.log td > details { color: var(--dim); }
.cards { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0; margin: .75rem 0; list-style: none; }
.cards li { width: 8.5rem; font-size: .875rem; line-height: 1.35; }
.cards img { display: block; margin-bottom: .3rem; }
.cards .storyteller img { outline: 3px solid var(--good); outline-offset: 2px; }
.hand { display: flex; flex-wrap: wrap; gap: .4rem; }
img { border-radius: .35rem; background: var(--tint); object-fit: cover; }
footer { margin-top: 3rem; padding-bottom: 2rem; color: var(--dim); }
@media (max-width: 44rem) {
  table, tbody, tr, th, td { display: block; }
  caption { display: block; }
  thead { position: absolute; left: -99rem; }
  tr { border-top: 1px solid var(--line); padding: .4rem 0; }
  th, td { border: 0; padding: .1rem 0; }
  tbody [data-head]::before { content: attr(data-head) " "; color: var(--dim); font-weight: 400; }
  .log td, .log th { padding: 0; }
  .log th, .log td:nth-child(2) { display: inline; }
  .log th::before { content: "Version "; }
  .log td:nth-child(2)::before, .log td:nth-child(3)::before { content: none; }
  .log td:nth-child(2) { color: var(--dim); padding-left: .75rem; }
  .facts { grid-template-columns: 1fr; }
  .facts dd { margin-bottom: .35rem; }
  .cards li { width: 6.5rem; }
  summary { padding: .4rem 0; }
}
@media print {
  :root { --ink: #000; --paper: #fff; --dim: #444; }
  nav, .skip { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  tr, .cards li, .banner { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  a[href^="/"]::after { content: " (" attr(href) ")"; }
}
"""
