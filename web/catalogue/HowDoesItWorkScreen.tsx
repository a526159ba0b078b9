import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { pathOf } from '../routes.ts'
import { HowItWorks } from './HowItWorks.tsx'

export function HowDoesItWorkScreen() {
  const start = (
    <LinkButton variant="primary" href={pathOf('home', {})}>
      {t('catalogue.how.start')}
    </LinkButton>
  )
  return (
    <Screen title={t('catalogue.how.title')} lead={t('catalogue.how.intro')} action={start}>
      <HowItWorks />
    </Screen>
  )
}
