import { acceptReferral } from '@cuida/core/invite/api.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary, type QueryState } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { type ReactNode, useEffect } from 'react'
import { usePartner } from '../kit/content/partner.tsx'
import { failureMessage } from '../kit/failure/FailureAlert.tsx'
import { goTo } from '../kit/navigation/navigation.ts'
import { useSession } from '../kit/session/session.tsx'
import { pathOf } from '../routes.ts'
import { Checking } from './Checking.tsx'
import { Invitation } from './Invitation.tsx'
import { forgetReferral, storeReferral } from './invitation-store.ts'
import { useAcceptedReferral, useReferredTo } from './queries.ts'
import { TwoCups } from './TwoCups.tsx'

/** A4.18: redirects guests to Welcome, and shows signed-in patients what the link gives them. */
export function ReferralScreen({ params: { slug = '' } }: { params: Record<string, string> }) {
  const { status } = useSession()
  if (status === 'in') return <SignedIn slug={slug} />
  return status === 'out' ? <SignedOut slug={slug} /> : <Checking />
}

function SignedOut({ slug }: { slug: string }) {
  const referred = useReferredTo(slug, true)
  const { data: campaignId } = referred
  useEffect(() => {
    if (campaignId === undefined) return
    if (campaignId) storeReferral(slug, campaignId)
    goTo(pathOf('welcome', {}, { reason: campaignId ? 'referral' : 'referral-error' }), { replace: true })
  }, [campaignId, slug])
  return <Asking of={referred} />
}

const REFUSALS = ['REFERRER_NOT_FOUND', 'OWN_LINK', 'ALREADY_INVITED', 'NOT_NEW'] as const

function SignedIn({ slug }: { slug: string }) {
  const { partnerName: partner } = usePartner()
  const accepted = useAcceptedReferral(slug, true)
  const { data, error } = accepted
  const refusal = REFUSALS.find((code) => refusedWith(acceptReferral, error, code))
  const isAnswered = data !== undefined || refusal !== undefined
  useEffect(() => {
    if (isAnswered) forgetReferral()
  }, [isAnswered])
  if (data)
    return (
      <Told title={t('invite.accepted.title')} text={t('invite.accepted.text', { code: data.code })}>
        <Invitation campaignId={data.campaignId} />
      </Told>
    )
  if (refusal)
    return <Told title={t(`invite.${refusal}.title`, { partner })} text={t(`invite.${refusal}.text`, { partner })} />
  return <Asking of={accepted} />
}

function Told({ title, text, children = <TwoCups /> }: { title: string; text: string; children?: ReactNode }) {
  const home = (
    <LinkButton variant="primary" href={pathOf('home', {})}>
      {t('invite.toHome')}
    </LinkButton>
  )
  return (
    <Screen title={title} lead={text} action={home}>
      {children}
    </Screen>
  )
}

/** Shown until the reply redirects, or with its error. */
function Asking({ of }: { of: QueryState<unknown> }) {
  if (!of.error) return <Checking />
  return (
    <Screen title={t('invite.checking')}>
      <QueryBoundary query={of} errorTitle={failureMessage}>
        {() => null}
      </QueryBoundary>
    </Screen>
  )
}
