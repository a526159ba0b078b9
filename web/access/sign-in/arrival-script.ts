/**
 * Runs inline in the head, before any other script: a return from an identity provider has a credential in the URL
 * (A2.22), our one-time code in the fragment or a token in the query.
 * The script removes it at once from the address bar, the history and later Referer headers, and keeps it in memory
 * for the screen; a reload finds nothing. The text is constant, so that the policy can hold its hash.
 */
export const arrivalScript =
  `(function(){var l=location,f=l.hash,q=l.search;if(l.pathname.indexOf('/account/connect/'))return;` +
  `history.replaceState(null,'',l.pathname);try{window.cuidaArrival=new URLSearchParams(f.slice(1)).get('code')||` +
  `new URLSearchParams(q).get('access_token')}catch(e){}})();`
