import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { usePartner } from '../kit/content/partner.tsx'
import { pathOf } from '../routes.ts'
import css from './HowDoesItWorkScreen.module.css'
import { HowItWorks } from './HowItWorks.tsx'

/** How it works, and the partner's own figures. */
export function HowDoesItWorkScreen() {
  const { socialProof } = usePartner()
  const start = (
    <LinkButton variant="primary" href={pathOf('home', {})}>
      {t('catalogue.how.start')}
    </LinkButton>
  )
  return (
    <Screen title={t('catalogue.how.title')} lead={t('catalogue.how.intro')} action={start}>
      <HowItWorks />
      <ul className={css.claims}>
        {socialProof.map(({ value, label }) => (
          <li key={label}>
            {/* Screen readers read number and label as one sentence. */}
            <strong>{value}</strong> {label}
          </li>
        ))}
      </ul>
    </Screen>
  )
}
