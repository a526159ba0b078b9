/**
 * Runs inline at the top of the head, before any access to a storage. Where a browser blocks storage (no cookies, a
 * private window, a policy) reading its name throws, so an in-memory storage replaces it: the app works and forgets
 * everything with the page. IndexedDB is blocked together with it and becomes undefined. The script is constant, so
 * that the content security policy can list its hash.
 */
export const storageScript =
  `['localStorage','sessionStorage','indexedDB'].forEach(function(n){try{n=='indexedDB'?self[n].open:self[n].length}` +
  `catch(e){var m=new Map;Object.defineProperty(self,n,{value:n=='indexedDB'?void 0:{` +
  `getItem:function(k){return m.has(k)?m.get(k):null},setItem:function(k,v){m.set(k,''+v)},` +
  `removeItem:function(k){m.delete(k)},clear:function(){m.clear()},` +
  `key:function(i){return Array.from(m.keys())[i]||null},get length(){return m.size}}})}});`
