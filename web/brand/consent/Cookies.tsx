import { sendsIdentity } from '@cuida/core/brand/analytics/analytics-settings.ts'
import { CookieGroup, isTrackingAllowed } from '@cuida/core/brand/consent/consent.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { lazyModule, loadEventually } from '@cuida/ui/lazy/lazy-module.ts'
import { focusTargetAfterClose } from '@cuida/ui/Screen/focus-target.ts'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { session } from '../../kit/api.ts'
import { onClientEvent } from '../../kit/client-event.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { forgetVisitor } from '../analytics/visitor.ts'
import { analyticsVendorMessage } from './receiver.ts'
import { useChoice } from './use-choice.ts'

const counting = lazyModule(() => import('../analytics/tracker.ts'))
const ledger = lazyModule(() => import('./ledger.ts'))

// A4.5: analytics must see the next person on this device as another visitor.
session.onChange((isSignedIn) => {
  if (!isSignedIn) forgetVisitor()
})

/** Asks until the person has answered, on the web and in the native apps, and tracks what they allow. */
export function Cookies() {
  const { choice, choose } = useChoice()
  const [path] = useLocation()
  useTracking(choice?.groups)
  useEffect(() => {
    if (choice)
      void loadEventually(ledger)
        .then(({ noteChoice }) => noteChoice(choice))
        .catch(() => {})
  }, [choice])
  if (choice || path === pathOf('agreements')) return null
  return <Question onChoose={choose} />
}

/** Loads and runs analytics only while consent is given. */
function useTracking(groups: readonly CookieGroup[] = []): void {
  const { analytics } = usePartner()
  const allowed = useRef(groups)
  allowed.current = groups
  const isAllowed = analytics.connector !== 'none' && isTrackingAllowed(groups)
  const isIdentified = sendsIdentity(analytics)
  useEffect(() => {
    if (!isAllowed) {
      // Events without consent are never sent, not even later.
      onClientEvent(() => {})
      forgetVisitor()
      return
    }
    let isCurrent = true
    const settings = { sendsIdentity: isIdentified, groups: () => allowed.current }
    loadEventually(counting)
      .then(({ createTracker }) => isCurrent && onClientEvent(createTracker(settings)))
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [isAllowed, isIdentified])
}

/**
 * Fixed at the end of the screen: it arrives after the first paint and must not move what a person reads or types
 * into. The page gets as much room at its end.
 */
function Question({ onChoose }: { onChoose: (groups: readonly CookieGroup[]) => void }) {
  const { partnerName, analytics } = usePartner()
  const title = useId()
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const node = box.current
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => root.setProperty('--cookies', `${node?.offsetHeight ?? 0}px`))
    if (node) observer.observe(node)
    // Moves keyboard focus to the head of the screen.
    return () => {
      observer.disconnect()
      root.removeProperty('--cookies')
      if (node?.contains(document.activeElement)) focusTargetAfterClose()?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <section ref={box} className="cookies" role="dialog" aria-modal="false" aria-labelledby={title}>
      <div>
        <h2 id={title}>{t('brand.cookies.title')}</h2>
        <p>
          {t('brand.cookies.text', { partner: partnerName })} {analyticsVendorMessage(analytics)}
        </p>
        <div className="cookies-ways">
          <Button onClick={() => onChoose([])}>{t('brand.cookies.refuse')}</Button>
          <Button onClick={() => onChoose(CookieGroup.options)}>{t('brand.cookies.accept')}</Button>
          <Button variant="quiet" onClick={() => goTo(pathOf('agreements'))}>
            {t('brand.cookies.choose')}
          </Button>
        </div>
      </div>
    </section>
  )
}
