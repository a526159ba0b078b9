/**
 * Runs inline at the top of the head, before anything asks for a storage: where a browser forbids it (no cookies, a
 * private window, a clinic's policy) its name throws wherever it is read. A memory stands in for it, so that everything
 * works and is forgotten with the page; nothing after this needs to ask. IndexedDB is forbidden with it, and looks
 * absent then. Constant, so that its hash can be in the policy.
 */
export const storageScript =
  `['localStorage','sessionStorage','indexedDB'].forEach(function(n){try{n=='indexedDB'?self[n].open:self[n].length}` +
  `catch(e){var m=new Map;Object.defineProperty(self,n,{value:n=='indexedDB'?void 0:{` +
  `getItem:function(k){return m.has(k)?m.get(k):null},setItem:function(k,v){m.set(k,''+v)},` +
  `removeItem:function(k){m.delete(k)},clear:function(){m.clear()},` +
  `key:function(i){return Array.from(m.keys())[i]||null},get length(){return m.size}}})}});`
