import { joinCompany, type validatePartnerToken } from '@cuida/core/invite/api.ts'
import { isAllowedRedirect } from '@cuida/core/invite/redirect.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { isUnreachable, refusedWith } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useEffect, useState } from 'react'
import { usePartner } from '../kit/content/partner.tsx'
import { FailureAlert, failureMessage } from '../kit/failure/FailureAlert.tsx'
import { goTo } from '../kit/navigation/navigation.ts'
import { useSession } from '../kit/session/session.tsx'
import { platform } from '../platform/platform.ts'
import { pathOf } from '../routes.ts'
import { Checking } from './Checking.tsx'
import css from './Invite.module.css'
import {
  type AnonymousUser,
  forgetCompany,
  forgetLandingToken,
  landingToken,
  storeAnonymousUser,
  storedAnonymousUser,
} from './invitation-store.ts'
import { useJoinCompany, useValidatedLink } from './queries.ts'
import { TwoCups } from './TwoCups.tsx'

/**
 * A4.19: a valid link is stored for the registration. An invalid one opens the company's page, if there is one, and
 * leads to Welcome; where the browser blocks the popup, a button offers it.
 */
export const LandingScreen = ({ params: { companySlug = '' } }: { params: Record<string, string> }) => (
  // In a native app another company's link may arrive while this one is open.
  <Landing key={companySlug} companySlug={companySlug} />
)

function Landing({ companySlug }: { companySlug: string }) {
  const { allowedRedirectHosts } = usePartner()
  const { status } = useSession()
  const [link] = useState(() => linkOf(companySlug))
  const validated = useValidatedLink(link)
  const { data, error } = validated
  /** The company's page for an invalid link, when the browser blocked the popup. */
  const [page, setPage] = useState<string>()
  const isOffline = isUnreachable(error)
  const isAnswered = data !== undefined || (error !== null && !isOffline)
  useEffect(() => {
    if (status === 'starting' || !isAnswered) return
    const { user, open } = afterValidation(link, data ?? undefined, allowedRedirectHosts)
    if (status === 'in' && user) return
    if (user) storeAnonymousUser(user)
    forgetLandingToken()
    if (open && !platform().openBeside(open)) setPage(open)
    else goTo(status === 'in' ? pathOf('home', {}) : pathOf('welcome'), { replace: true })
  }, [status, isAnswered, data, link, allowedRedirectHosts])
  if (status === 'in' && link && data?.isTokenVerified)
    return <JoinCompany link={link} companyName={data.companyName ?? ''} />
  if (page) return <CompanyPage page={page} isSignedIn={status === 'in'} />
  if (!isOffline) return <Checking />
  return (
    <Screen title={t('invite.checking')}>
      <QueryBoundary query={validated} errorTitle={failureMessage}>
        {() => null}
      </QueryBoundary>
    </Screen>
  )
}

/** The link of the URL; after a sign-in, the stored link that led to Welcome. */
function linkOf(companySlug: string): { companySlug: string; token: string } | undefined {
  const storedUser = storedAnonymousUser()
  const token = landingToken() ?? (storedUser?.companySlug === companySlug ? storedUser.landingPageToken : undefined)
  return token ? { companySlug, token } : undefined
}

/**
 * An invalid company link: a button opens the company's page, which no browser blocks, or the patient goes on without
 * it.
 */
export function CompanyPage({ page, isSignedIn }: { page: string; isSignedIn: boolean }) {
  const { partnerName: partner } = usePartner()
  return (
    <Screen title={t('invite.company.notGood')} lead={t('invite.company.notGoodText')}>
      <div className={css.actions}>
        <LinkButton variant="primary" href={page} target="_blank" rel="noopener noreferrer">
          {t('invite.company.page', { host: new URL(page).hostname })}
        </LinkButton>
        <LinkButton href={isSignedIn ? pathOf('home', {}) : pathOf('welcome')}>
          {t('invite.company.goOn', { partner })}
        </LinkButton>
      </div>
    </Screen>
  )
}

interface AfterValidation {
  /** The invited person; undefined when the link is invalid. */
  user?: AnonymousUser
  /** The company's own page, when there is one and the partner allows it. */
  open?: string
}

/**
 * The next step after a company link was validated. The page's URL comes from the server and is still checked here.
 */
export function afterValidation(
  link: { companySlug: string; token: string } | undefined,
  reply: Reply<typeof validatePartnerToken> | undefined,
  hosts: readonly string[],
): AfterValidation {
  if (!link || !reply) return {}
  const { isTokenVerified, redirectUrl, companyName, firstName, lastName, email } = reply
  if (!isTokenVerified) return redirectUrl && isAllowedRedirect(redirectUrl, hosts) ? { open: redirectUrl } : {}
  const known = {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email: email ?? '',
    companyName: companyName ?? '',
  }
  return { user: { ...known, companySlug: link.companySlug, landingPageToken: link.token } }
}

/** A signed-in patient with a company link: joins the company only after confirming. */
export function JoinCompany({ link, companyName: company }: { link: Link; companyName: string }) {
  const { partnerName: partner } = usePartner()
  const join = useJoinCompany()
  const isLost = refusedWith(joinCompany, join.error, 'LINK_NOT_GOOD')
  if (join.isSuccess) return <Joined company={company} />
  return (
    <Screen title={t('invite.company.title', { company })} lead={t('invite.company.text', { company, partner })}>
      {isLost ? (
        <Alert tone="danger" title={t('invite.company.lost')} />
      ) : (
        <FailureAlert failure={join.error ?? undefined} />
      )}
      <div className={css.actions}>
        <Button variant="primary" busy={join.isPending} onClick={() => join.mutate(link)}>
          {t('invite.company.join')}
        </Button>
        <Button variant="quiet" onClick={leave}>
          {t('invite.company.notNow')}
        </Button>
      </div>
    </Screen>
  )
}

interface Link {
  companySlug: string
  token: string
}

function leave(): void {
  forgetCompany()
  goTo(pathOf('home', {}), { replace: true })
}

function Joined({ company }: { company: string }) {
  const home = (
    <LinkButton variant="primary" href={pathOf('home', {})} onClick={forgetCompany}>
      {t('invite.toHome')}
    </LinkButton>
  )
  return (
    <Screen title={t('invite.company.joined', { company })} lead={t('invite.company.joinedText')} action={home}>
      <TwoCups />
    </Screen>
  )
}
