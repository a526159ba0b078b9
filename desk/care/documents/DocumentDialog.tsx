import type { Document } from '@cuida/core/care/documents/document.ts'
import { readDeskDocument } from '@cuida/core/care/documents/document-api.ts'
import { fileNameOf } from '@cuida/core/care/documents/document-rules.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { useRead } from '../../kit/reads.ts'
import { LONGEST_REASON, reasonProblem } from '../../kit/reason.ts'
import css from '../record/About.module.css'
import { useHide } from '../record/record-queries.ts'
import { documentName } from './documents.ts'

interface DocumentDialogProps {
  consultationId: string
  document: Document
  mayHide: boolean
  onClose: () => void
}

/** A picture to look at, a PDF to keep; each opening is in the audit. */
export function DocumentDialog({ consultationId, document, mayHide, onClose }: DocumentDialogProps) {
  const [hiding, setHiding] = useState(false)
  const where = { id: consultationId, documentId: document.id }
  const kept = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, endsUnseen: true }
  const { data, error } = useRead(readDeskDocument, where, kept)
  const address = useAddress(data as Blob | undefined)
  const name = documentName(document)
  if (hiding) return <HideDialog {...where} name={name} onClose={onClose} />
  return (
    <Dialog
      open
      title={name}
      onClose={onClose}
      actions={
        <>
          {address && (
            <LinkButton icon="download" href={address} download={fileNameOf(document, name)}>
              {t('desk.documents.download')}
            </LinkButton>
          )}
          {mayHide && <Button onClick={() => setHiding(true)}>{t('desk.documents.hide')}</Button>}
        </>
      }
    >
      <Failure failure={error} />
      {!data && !error && <Skeleton lines={4} />}
      {address && document.type === 'image/jpeg' && <img className={css.picture} src={address} alt={name} />}
      {address && document.type === 'application/pdf' && <p>{t('desk.documents.pdf')}</p>}
      {address && document.wasSigned && <p>{t('desk.documents.signed')}</p>}
    </Dialog>
  )
}

function useAddress(content: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!content) return
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return address
}

interface HideDialogProps {
  id: string
  documentId: string
  name: string
  onClose: () => void
}

/** Says what will happen and asks why. */
function HideDialog({ id, documentId, name, onClose }: HideDialogProps) {
  const hide = useHide(id, documentId)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason) }),
    submit: ({ reason }) => hide.mutateAsync(reason.trim()),
    words: (_, code) => t(`desk.documents.reason.${code}`),
    done: () => t('desk.documents.hidden'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={name}
      lead={t('desk.documents.hideText')}
      act={t('desk.documents.hide')}
      variant="danger"
    >
      <TextArea
        label={t('desk.documents.reason')}
        hint={t('desk.documents.reasonHint')}
        most={LONGEST_REASON}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
