import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/partner.tsx'
import { pathOf } from '../routes.ts'
import { HowItWorks } from './HowItWorks.tsx'

/** How it works, and what speaks for it in the partner's own numbers. */
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
      <DescriptionList items={socialProof.map(({ value, label }) => ({ term: label, description: value }))} />
    </Screen>
  )
}
