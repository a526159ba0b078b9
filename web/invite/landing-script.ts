import { LANDING_TOKEN } from './invitation-store.ts'

/**
 * Runs inline at the top of the head: removes a company link's token from the address bar and the history before the
 * page makes any request (product 4.6). The text is constant, so that the policy can hold its hash.
 */
export const landingScript =
  `try{var l=location,k=l.pathname.slice(0,4)=='/lp/'&&new URLSearchParams(l.search).get('token');` +
  `if(k){history.replaceState(null,'',l.pathname);sessionStorage.setItem('${LANDING_TOKEN}',k)}}catch(e){}`
