/**
 * Runs inline in the head. A browser that lacks these (Safari before 15.4, Chrome before 108, Firefox before 104) may fail
 * anywhere in the app: it shows the sentences of the page's `#old-browser` instead, which the server filled in. Constant, so
 * that its hash can be in the policy, and written for any browser that has scripts.
 */
export const oldBrowserScript =
  `if(!([].findLast&&self.structuredClone&&self.BroadcastChannel&&self.CSS&&CSS.supports('height','1dvh')))` +
  `document.addEventListener('DOMContentLoaded',function(){` +
  `document.getElementById('old-browser').hidden=false;document.getElementById('root').hidden=true});`
