import { t } from '@cuida/ui/i18n/messages.ts'
import { Steps } from '@cuida/ui/Timeline/Timeline.tsx'
import css from './HowItWorks.module.css'

const STEPS = ['step1', 'step2', 'step3'] as const

/** Three steps, connected by a line. */
export function HowItWorks() {
  const steps = STEPS.map((step) => (
    <div key={step} className={css.step}>
      <strong>{t(`catalogue.how.${step}`)}</strong>
      <p>{t(`catalogue.how.${step}Text`)}</p>
    </div>
  ))
  return <Steps label={t('catalogue.how.title')} steps={steps} />
}
