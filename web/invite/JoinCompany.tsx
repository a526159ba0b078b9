import { joinCompany } from '@cuida/core/invite/api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { FailureAlert } from '../kit/failure/FailureAlert.tsx'
import { goTo } from '../kit/navigation/navigation.ts'
import { pathOf } from '../routes.ts'
import css from './Invite.module.css'
import { forgetCompany } from './kept.ts'
import { useJoinCompany } from './queries.ts'
import { TwoCups } from './TwoCups.tsx'

/** Somebody with an account came by a company's link: nothing is tied to them until they say so. */
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
