import { session } from '../../kit/api.ts'
import { rememberArrival } from './continue-path.ts'

const FLAG = 'questionnaire'

/** A2.38: `questionnaire=true` turns the questionnaire on, on this device and from now on. */
export function keepFlags(search: string, storage: Pick<Storage, 'setItem'>): void {
  if (new URLSearchParams(search).get(FLAG) === 'true') storage.setItem(FLAG, 'true')
}

/** Once a page: what the address that somebody arrived by says (A2.12). */
export function arrive({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  keepFlags(search, localStorage)
  if (!session.isSignedIn()) rememberArrival(pathname + search)
}
