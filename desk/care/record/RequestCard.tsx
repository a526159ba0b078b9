import type { EditRequest, HistoryEntry } from '@cuida/core/care/record/history.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { whenWords } from '../../kit/times.ts'
import { sentenceProblem } from '../prescription/sentence.ts'
import css from './RecordPanel.module.css'
import { useDecline } from './record-queries.ts'

interface RequestCardProps {
  request: EditRequest
  /** The entry as it stands, when the request names one that is still there as it was. */
  about: HistoryEntry | undefined
  mayAnswer: boolean
  onAccept: (about: HistoryEntry | undefined) => void
}

/** What the patient asks to have changed, in their own words, and the two answers. */
export function RequestCard({ request, about, mayAnswer, onAccept }: RequestCardProps) {
  const [declining, setDeclining] = useState(false)
  const { section, text, createdAt } = request
  return (
    <Card>
      <div className={css.request}>
        <StatusChip tone="accent" icon="pencil">
          {t('desk.record.request.chip')}
        </StatusChip>
        <p className={css.words}>{text}</p>
        <small className={css.by}>
          {[t(`care.record.kind.${section}`), about?.text, whenWords(createdAt)].filter(Boolean).join(' · ')}
        </small>
        {mayAnswer && (
          <div className={css.acts}>
            <Button fit icon="pencil" onClick={() => onAccept(about)}>
              {t('desk.record.request.accept')}
            </Button>
            <Button fit variant="quiet" onClick={() => setDeclining(true)}>
              {t('desk.record.request.decline')}
            </Button>
          </div>
        )}
      </div>
      {declining && <DeclineDialog request={request} onClose={() => setDeclining(false)} />}
    </Card>
  )
}

/** Says why the record stays as it is, in words that the patient reads. */
function DeclineDialog({ request, onClose }: { request: EditRequest; onClose: () => void }) {
  const decline = useDecline(request.id)
  const form = useDialogForm({
    initial: { answer: '' },
    check: ({ answer }) => ({ answer: sentenceProblem(answer) }),
    submit: ({ answer }) => decline.mutateAsync(answer.trim()),
    words: (_, code) => t(`desk.record.sentence.${code}`),
    done: () => t('desk.record.declined'),
    onClose,
  })
  return (
    <FormDialog form={form} title={t('desk.record.request.declineTitle')} act={t('desk.record.request.send')}>
      <p className={css.words}>{request.text}</p>
      <TextArea
        label={t('desk.record.request.answer')}
        hint={t('desk.record.request.answerHint')}
        most={500}
        {...form.field('answer')}
      />
    </FormDialog>
  )
}
