/**
 * Runs inline in the head, before anything else of the page: who comes back from a provider of identities brings a
 * capability in the address (A2.22), our own code in the fragment or a token in the query.
 * It leaves the address bar, the history and every later Referer at once, and waits in memory for the
 * screen; a reload finds nothing. Constant, so that its hash can be in the policy.
 */
export const arrivalScript =
  `(function(){var l=location,f=l.hash,q=l.search;if(l.pathname.indexOf('/account/connect/'))return;` +
  `history.replaceState(null,'',l.pathname);try{window.cuidaArrival=new URLSearchParams(f.slice(1)).get('code')||` +
  `new URLSearchParams(q).get('access_token')}catch(e){}})();`
