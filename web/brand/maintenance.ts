import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { parse } from 'regexparam'
import { changePartner } from '../kit/content/partner.tsx'
import { matchPath } from '../kit/navigation/match.ts'
import { fetchInitialState } from '../platform/fetch-initial-state.ts'
import { type Route, routes } from '../routes.ts'

/** Whether the path's screen stays open in maintenance: a call or a payment may be in progress there. */
export function isOpenInMaintenance(path: string): boolean {
  const name = matchPath(parse, path)?.name
  const route: Route | undefined = name && routes[name]
  return route?.inMaintenance === true
}

/** Interval between two checks, plus a random delay, so that waiting clients do not all return at once. */
const LOOK_MS = 10_000
const SPREAD_MS = 5_000

/**
 * Polls the server, and checks when the page becomes visible, whether maintenance is over. Every reply updates the
 * partner's settings; `onOver` runs once. Returns a stop function.
 */
export function watchMaintenance(onOver: () => void = () => {}): () => void {
  let timer = 0
  let isOver = false
  const checkMaintenance = () =>
    fetchInitialState(currentLocale()).then(
      ({ config }) => {
        if (isOver || config.maintenanceMode) return
        isOver = true
        changePartner(config)
        onOver()
      },
      // The server may be down as well: the next check follows.
      () => {},
    )
  const next = () => {
    timer = setTimeout(
      () => void checkMaintenance().then(next),
      LOOK_MS + Math.random() * SPREAD_MS,
    ) as unknown as number
  }
  const onVisible = () => void (document.visibilityState === 'visible' && checkMaintenance())
  document.addEventListener('visibilitychange', onVisible)
  next()
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
