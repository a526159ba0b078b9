import type { LetterKind } from '@cuida/core/care/next-step/next-step-api.ts'
import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { FollowUpDialog } from './FollowUpDialog.tsx'
import { LetterDialog } from './LetterDialog.tsx'
import css from './NextSteps.module.css'
import { nextStepTexts } from './next-step-texts.ts'

/** What follows this consultation: a time held for the patient, a referral, a medical certificate. */
export function NextSteps({ consultation }: { consultation: DeskConsultation }) {
  const [open, setOpen] = useState<'follow-up' | LetterKind>()
  const done = nextStepTexts(consultation, serverDate())
  const props = { consultation, onClose: () => setOpen(undefined) }
  return (
    <section aria-labelledby="next-steps-title">
      <Card>
        <h2 id="next-steps-title">{t('desk.next.title')}</h2>
        {done.length > 0 && (
          <ul className={css.done}>
            {done.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <div className={css.choices}>
          <Button icon="calendar" onClick={() => setOpen('follow-up')}>
            {t('desk.next.followUp')}
          </Button>
          <Button icon="file" onClick={() => setOpen('referral')}>
            {t('desk.next.referral')}
          </Button>
          <Button icon="file" onClick={() => setOpen('certificate')}>
            {t('desk.next.certificate')}
          </Button>
        </div>
        {open === 'follow-up' && <FollowUpDialog {...props} />}
        {(open === 'referral' || open === 'certificate') && <LetterDialog {...props} kind={open} />}
      </Card>
    </section>
  )
}
