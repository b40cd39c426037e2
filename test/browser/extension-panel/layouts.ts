/** A page of an EHR in which a panel is to stand after the name. */
interface Layout {
  readonly name: string;
  readonly css: string;
  readonly markup: string;
}

export const CHART = '<h1 id="name">Lima, Ana</h1>';
const TEXT = '<p class="note">Sleeps better. Appetite is back. Walks every day.</p>';
/** Below the chart, in normal flow. */
export const FOOT = '<p id="foot">Seen by Dr Reis.</p>';

/** Layouts in which a panel after the name stands badly, and what is measured of it. */
export const BAD: readonly (Layout & { readonly why: string })[] = [
  {
    name: 'under what is positioned absolutely',
    markup: `${CHART}<div id="cover">${TEXT.repeat(12)}</div>`,
    css: 'main{position:relative;min-height:600px}#cover{position:absolute;inset:60px 0 0;background:#fff}',
    why: 'covered',
  },
  {
    name: 'over content that is positioned above it in the page',
    markup: `<div id="chart">${CHART}</div><div id="under">${TEXT.repeat(4)}</div>`,
    css: 'main{position:relative}#chart{position:absolute;top:0;left:0;right:0;z-index:1}#under{padding-top:40px}',
    why: 'covers',
  },
  {
    name: 'under a part of the page that is fixed',
    markup: `${CHART}<div id="shell">${TEXT.repeat(4)}</div>`,
    css: 'html{overflow:hidden}#shell{position:fixed;inset:40px 0 0;background:#fff}',
    why: 'covered',
  },
  {
    name: 'under a layer that lets the pointer through',
    markup: `${CHART}<div id="cover">${TEXT.repeat(12)}</div>`,
    css: 'main{position:relative;min-height:600px}#cover{position:absolute;inset:60px 0 0;background:#fff;pointer-events:none}',
    why: 'covered',
  },
  {
    name: 'under a part of a layer over all of the page that lets the pointer through',
    markup: `${CHART}${TEXT}</main><div id="layer"><div id="cover">${TEXT.repeat(4)}</div></div><main>`,
    css: '#layer{position:absolute;inset:0;pointer-events:none;z-index:3}#cover{position:absolute;inset:40px 0;background:rgb(255 255 255/.9)}',
    why: 'covered',
  },
  {
    name: 'in a box that cuts it off',
    markup: `<div id="box">${CHART}</div>`,
    css: '#box{height:80px;overflow:hidden}',
    why: 'clipped',
  },
  {
    name: 'in a box in which it pushes the page’s content out of sight',
    markup: `<div id="box">${CHART}${TEXT.repeat(3)}</div>`,
    css: '#box{height:560px;overflow:hidden}#box .note{height:140px}',
    why: 'pushes',
  },
  {
    name: 'in a row whose columns it takes the room of',
    markup: `<div id="row">${CHART}${`<section>${TEXT}</section>`.repeat(4)}</div>`,
    css: '#row{display:flex}section{flex:1 1 0;min-width:0}',
    why: 'squeezes',
  },
  {
    name: 'in a column of the width of an icon',
    markup: `<nav>${CHART}</nav>${TEXT}`,
    css: 'nav{width:48px;float:left;overflow:hidden}h1{font-size:8px}',
    why: 'clipped',
  },
  {
    name: 'out of the window',
    markup: `<div id="off">${CHART}</div>${TEXT}`,
    css: '#off{position:absolute;left:-3000px;width:600px}',
    why: 'clipped',
  },
  {
    name: 'in a part that is drawn small',
    markup: `<div id="mini">${CHART}</div>`,
    css: '#mini{transform:scale(.3);transform-origin:0 0}',
    why: 'scaled',
  },
  {
    name: 'in a part that is turned',
    markup: `<div id="turned">${CHART}</div>`,
    css: '#turned{transform:rotate(30deg);margin:200px}',
    why: 'turned',
  },
  {
    name: 'among rows of a virtual list',
    markup: `<div id="list"><div id="rows">${CHART}${Array.from({ length: 20 }, (_, at) => `<p class="row" style="top:${at * 30}px">Row ${at}</p>`).join('')}</div></div>`,
    css: '#list{height:400px;overflow:auto}#rows{position:relative;height:6000px}.row{position:absolute;left:0;right:0;margin:0;height:30px;background:#fff}',
    why: 'covered',
  },
];

const WELL: readonly (readonly [name: string, css: string, markup: string])[] = [
  [
    'beside a float that leaves no room',
    '#side{float:left;width:calc(100% - 20px);height:120px;background:#eee}',
    `<div id="side">Menu</div>${CHART}${TEXT}`,
  ],
  [
    'beside a float that leaves room',
    '#side{float:left;width:200px;height:120px;background:#eee}',
    `<div id="side">Menu</div>${CHART}${TEXT}`,
  ],
  [
    'between floats on both sides',
    '.side{width:300px;height:160px}.one{float:left}.two{float:right}',
    `<div class="side one">Menu</div><div class="side two">News</div>${CHART}${TEXT}`,
  ],
  [
    'in a box without height, with content after it',
    '#box{height:0}',
    `<div id="box"><div id="slot"><i id="name"></i></div></div>${TEXT.repeat(6)}`,
  ],
  [
    'under an empty layer for messages, which lets the pointer through',
    '#cover{position:absolute;inset:0;z-index:9;pointer-events:none}',
    `${CHART}${TEXT}<div id="cover"></div>`,
  ],
  [
    'under a faint watermark, which lets the pointer through',
    '#cover{position:absolute;inset:0;z-index:9;pointer-events:none;background:#888;opacity:.1}',
    `${CHART}${TEXT}<div id="cover">DRAFT</div>`,
  ],
  [
    'over a background that lets the pointer through and lies before it',
    'main{position:relative}#back{position:absolute;inset:0;background:#eef;pointer-events:none}.note,h1{position:relative}',
    `<div id="back"></div>${CHART}${TEXT}`,
  ],
  [
    'over a background that lets the pointer through and lies below by its order',
    'main{position:relative;isolation:isolate}#back{position:absolute;inset:0;z-index:-1;background:#eef;pointer-events:none}',
    `${CHART}${TEXT}<div id="back"></div>`,
  ],
  ['in a page that is zoomed to a half', 'html{zoom:.5}', `${CHART}${TEXT}`],
  ['in a page that is zoomed to the double', 'html{zoom:2}', `${CHART}${TEXT}`],
  [
    'below a header that is fixed',
    '#head{position:fixed;inset:0 0 auto;height:60px;background:#fff}main{padding-top:60px}',
    `<div id="head">Lima, Ana</div>${CHART}${TEXT.repeat(30)}`,
  ],
  [
    'in a column that scrolls by itself, far below what is seen of it',
    'html,body,main{height:100%;margin:0;overflow:hidden}#column{height:calc(100% - 40px);margin-top:40px;overflow:auto}',
    `<div id="column">${TEXT.repeat(60)}${CHART}${TEXT.repeat(30)}</div>`,
  ],
];

/** Layouts in which it stands well. */
export const GOOD: readonly Layout[] = WELL.map(([name, css, markup]) => ({ name, css, markup }));
