/**
 * Runs inline in the head. A browser that lacks these features (Safari before 15.4, Chrome before 108, Firefox before
 * 104) may fail anywhere in the app, so it shows the page's `#old-browser` text, which the server filled in. The
 * script is constant, so that the content security policy can list its hash, and uses syntax that every browser
 * supports.
 */
export const oldBrowserScript =
  `if(!([].findLast&&self.structuredClone&&self.BroadcastChannel&&self.CSS&&CSS.supports('height','1dvh')))` +
  `document.addEventListener('DOMContentLoaded',function(){` +
  `document.getElementById('old-browser').hidden=false;document.getElementById('root').hidden=true});`
