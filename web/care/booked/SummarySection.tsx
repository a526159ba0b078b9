import { saveSummary } from '@cuida/core/care/booked/booked-api.ts'
import { lacksSummary, mayWriteSummary } from '@cuida/core/care/booked/summary.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { checkSummary, SummaryField, summaryMessage } from '../../booking/SummaryField.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from '../ConsultationScreen.module.css'
import { useSaveSummary } from '../queries.ts'

/**
 * The patient's own words before the consultation: asked for while they are missing, and changeable until a clinician
 * takes the consultation. A text that is being written stays on the screen even then.
 */
export function SummarySection({ consultation }: { consultation: Consultation }) {
  const isAsked = new URLSearchParams(useSearch()).get('ask') === 'summary'
  const box = useRef<HTMLDivElement>(null)
  const isMissing = lacksSummary(consultation)
  const [isWriting, setWriting] = useState(isMissing)
  const [isSaved, setSaved] = useState(false)
  const [isEdited, setEdited] = useState(false)
  useEffect(() => {
    if (isAsked) box.current?.scrollIntoView({ block: 'start' })
  }, [isAsked])
  // After saving, the form stays until the saved text has arrived.
  const hasForm = isWriting || isMissing
  const hadForm = useRef(hasForm)
  useEffect(() => {
    if (hadForm.current === hasForm) return
    hadForm.current = hasForm
    box.current?.scrollIntoView({ block: 'start' })
    // The pressed button was replaced: the focus moves on for keyboard users.
    box.current?.querySelector<HTMLElement>('textarea, button')?.focus({ preventScroll: true })
  }, [hasForm])
  if (!mayWriteSummary(consultation) && !isEdited) return null
  const startWriting = () => {
    setSaved(false)
    setWriting(true)
  }
  const endWriting = () => {
    setWriting(false)
    setEdited(false)
    setSaved(true)
  }
  return (
    <div ref={box}>
      <Section title={t('care.summary.title')}>
        {hasForm ? (
          <SummaryForm consultation={consultation} onEdit={() => setEdited(true)} onSaved={endWriting} />
        ) : (
          <>
            <p className={css.text}>{consultation.summary}</p>
            <Button icon="pencil" onClick={startWriting}>
              {t('care.summary.change')}
            </Button>
            {isSaved && <Alert tone="success" title={t('care.summary.saved')} leaves onClose={() => setSaved(false)} />}
          </>
        )}
      </Section>
    </div>
  )
}

interface SummaryFormProps {
  consultation: Consultation
  onEdit: () => void
  onSaved: () => void
}

function SummaryForm({ consultation: { id, summary }, onEdit, onSaved }: SummaryFormProps) {
  const save = useSaveSummary(id)
  const form = useForm({
    initial: { summary: summary ?? '' },
    check: (values) => ({ summary: checkSummary(values.summary, []) }),
    submit: async (values) => {
      await save.mutateAsync(values.summary.trim())
      onSaved()
    },
    message: (_, code) => summaryMessage(code),
  })
  const { onChange, ...field } = form.field('summary')
  const write = (text: string) => {
    onEdit()
    onChange(text)
  }
  return (
    <form {...form.props}>
      <Stack>
        <p className={css.hint}>{t('booking.summary.lead')}</p>
        <SummaryField {...field} onChange={write} />
        {refusedWith(saveSummary, form.failure, 'TOO_LATE_TO_CHANGE') ? (
          <Alert tone="warning" title={t('care.summary.TOO_LATE_TO_CHANGE')} />
        ) : (
          <FailureAlert failure={form.failure} heading={t('care.summary.notSaved')} />
        )}
        <Button type="submit" busy={form.busy}>
          {t('care.summary.save')}
        </Button>
      </Stack>
    </form>
  )
}
