import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { PlanTerms } from '@cuida/core/subscription/plan-terms.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { longDay, money, noonOf } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { rememberPath } from '../access/sign-in/continue-path.ts'
import { goTo } from '../kit/navigation/navigation.ts'
import { pathOf } from '../routes.ts'
import { toCardPage } from './card-page.ts'
import css from './Subscription.module.css'
import type { Standing } from './use-standing.ts'

interface SubscribeBarProps {
  offer: PlanTerms
  profile: Profile | undefined
  standing: Standing
}

/** The one main action: who are you, subscribe, go on to the card; or where it is managed. */
export function SubscribeBar({ offer, profile, standing }: SubscribeBarProps) {
  const { phase, subscription, isAsking, ask } = standing
  if (!profile) {
    return (
      <Button variant="primary" onClick={enter}>
        {t('subscription.enter')}
      </Button>
    )
  }
  if (['subscribed', 'due', 'paused', 'unclear'].includes(phase)) return <Manage />
  const url = subscription?.activationUrl
  if (phase === 'card' && url && !isAsking) {
    return (
      <Button variant="primary" onClick={() => toCardPage(url)}>
        {t('subscription.toCard')}
      </Button>
    )
  }
  if (phase === 'confirming') return null
  return (
    <>
      <p className={css.note}>{noteOf(offer)}</p>
      <Button variant="primary" busy={isAsking || phase === 'preparing'} onClick={() => ask()}>
        {phase === 'refused' ? t('subscription.tryAgain') : buttonWords(offer)}
      </Button>
    </>
  )
}

function Manage() {
  return (
    <>
      <LinkButton variant="primary" href={pathOf('home', {})}>
        {t('subscription.toHome')}
      </LinkButton>
      <LinkButton variant="quiet" href={pathOf('subscriptionManager')}>
        {t('subscription.toManager')}
      </LinkButton>
    </>
  )
}

/** Asks who they are, and comes back here. */
function enter(): void {
  rememberPath(pathOf('subscriptionCheckout'))
  goTo(pathOf('welcome'))
}

/** The button says what pressing it costs. */
function buttonWords({ terms, currency }: PlanTerms): string {
  if (terms.trialDays > 0) return t('subscription.begin.trial', { days: terms.trialDays })
  return t('subscription.begin.pay', { amount: money({ amount: terms.firstAmount, currency }) })
}

function noteOf({ terms, firstChargeOn, currency }: PlanTerms): string {
  const amount = money({ amount: terms.trialDays > 0 ? terms.firstAmount : terms.amount, currency })
  const day = longDay(noonOf(firstChargeOn), 'UTC')
  return t(terms.trialDays > 0 ? 'subscription.note.trial' : 'subscription.note.pay', { amount, day })
}
