import { session } from '../kit/api.ts'
import { keepFlags } from './auth-redirect.ts'
import { rememberArrival } from './continue-path.ts'

/** Once a page: what the address that somebody arrived by says (spec 1 §2). */
export function arrive({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  keepFlags(search, localStorage)
  if (!session.isSignedIn()) rememberArrival(pathname + search)
}
