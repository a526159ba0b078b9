import { createTeller } from '@cuida/ui/faults/tell.ts'
import { parse } from 'regexparam'
import { api } from '../api.ts'
import { matchPath } from '../navigation/match.ts'

/** Comes when something broke. */
export const tell = createTeller({
  program: 'app',
  send: api,
  screen: () => matchPath(parse, location.pathname)?.name,
})
