import { Button } from '@cuida/ui/Button/Button.tsx'
import { askAgain } from '@cuida/ui/client/reads/read-key.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { OF_CARE } from '../queries.ts'
import css from './About.module.css'
import { hide } from './record-queries.ts'

interface HideDialogProps {
  id: string
  documentId: string
  name: string
  onClose: () => void
}

const LONGEST = 500

/** Says what will happen and asks why. */
export function HideDialog({ id, documentId, name, onClose }: HideDialogProps) {
  const queries = useQueryClient()
  const formId = useId()
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim().length < 10 ? 'TOO_SHORT' : undefined }),
    submit: async ({ reason }) => {
      await hide(id, documentId, reason)
      showToast(t('desk.documents.hidden'))
      onClose()
      await askAgain(queries, OF_CARE)
    },
    words: () => t('desk.documents.reason.TOO_SHORT'),
  })
  return (
    <Dialog
      open
      title={name}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="danger" busy={form.busy}>
          {t('desk.documents.hide')}
        </Button>
      }
    >
      <form id={formId} className={css.about} {...form.props}>
        <p>{t('desk.documents.hideText')}</p>
        <Failure failure={form.failure} />
        <TextArea
          label={t('desk.documents.reason')}
          hint={t('desk.documents.reasonHint')}
          most={LONGEST}
          {...form.field('reason')}
        />
      </form>
    </Dialog>
  )
}
