import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { parse } from 'regexparam'
import { changePartner } from '../kit/content/partner.tsx'
import { matchPath } from '../kit/navigation/match.ts'
import { fetchInitialState } from '../platform/fetch-initial-state.ts'
import { type Route, routes } from '../routes.ts'

/** Whether the screen of an address stays open in maintenance: a call or a payment may be going on there. */
export function isOpenInMaintenance(path: string): boolean {
  const name = matchPath(parse, path)?.name
  const route: Route | undefined = name && routes[name]
  return route?.inMaintenance === true
}

/** Between two looks whether it is over; spread, so that everybody who waits does not come back in one moment. */
const LOOK_MS = 10_000
const SPREAD_MS = 5_000

/**
 * Asks the server from time to time, and when the page is looked at again, whether maintenance is over. Every answer is
 * kept as the partner's settings; `onOver` is called once. Returns what ends it.
 */
export function watchMaintenance(onOver: () => void = () => {}): () => void {
  let timer = 0
  let isOver = false
  const look = () =>
    fetchInitialState(currentLocale()).then(
      ({ config }) => {
        if (isOver || config.maintenanceMode) return
        isOver = true
        changePartner(config)
        onOver()
      },
      // The server may be away as well: the next look tells.
      () => {},
    )
  const next = () => {
    timer = setTimeout(() => void look().then(next), LOOK_MS + Math.random() * SPREAD_MS) as unknown as number
  }
  const onVisible = () => void (document.visibilityState === 'visible' && look())
  document.addEventListener('visibilitychange', onVisible)
  next()
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
