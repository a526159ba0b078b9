import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { pathOf } from '../routes.ts'
import css from './Invite.module.css'

/** A company's link that is not good: on to the company's own page, by a press that no browser blocks, or on without it. */
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
