import type { Document } from '@cuida/core/care/documents/document.ts'
import { readDeskDocument } from '@cuida/core/care/documents/document-api.ts'
import { fileNameOf } from '@cuida/core/care/documents/document-rules.ts'
import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { FileList, FileRow, formatFileSize } from '@cuida/ui/FileRow/FileRow.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { useEffect, useRef, useState } from 'react'
import { formatWhenLong } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { useQuery } from '../../kit/queries.ts'
import { MAX_REASON_LENGTH, reasonProblem } from '../../kit/reason.ts'
import css from '../record/About.module.css'
import { useHide } from '../record/record-queries.ts'
import { documentName, useSendDocument } from './documents.ts'

/** Documents from the patient, and documents from the clinician. */
export function Documents({ consultation }: { consultation: DeskConsultation }) {
  const { id, symptomsDocuments: sent, journalDocuments: clinicianDocuments, mayGive } = consultation
  const [open, setOpen] = useState<string>()
  const openDocument = [...sent, ...clinicianDocuments].find((document) => document.id === open)
  return (
    <Section title={t('desk.documents.title')}>
      {sent.length === 0 && <p className={css.none}>{t('desk.documents.none')}</p>}
      <Documented label={t('desk.documents.sent')} documents={sent} onOpen={setOpen} />
      <Documented label={t('desk.documents.given')} heading documents={clinicianDocuments} onOpen={setOpen} />
      {mayGive && <Give id={id} />}
      {openDocument && (
        <DocumentDialog
          consultationId={id}
          document={openDocument}
          mayHide={mayGive}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  )
}

interface DocumentedProps {
  label: string
  heading?: boolean
  documents: readonly Document[]
  onOpen: (id: string) => void
}

function Documented({ label, heading, documents, onOpen }: DocumentedProps) {
  if (documents.length === 0) return null
  return (
    <>
      {heading && <h3 className={css.subheading}>{label}</h3>}
      <FileList label={label}>
        {documents.map((document) => (
          <FileRow
            key={document.id}
            name={documentName(document)}
            detail={
              document.isWaiting
                ? t('desk.documents.checking')
                : t('desk.documents.detail', {
                    size: formatFileSize(document.size),
                    when: formatWhenLong(document.uploadedAt),
                  })
            }
            onOpen={document.isWaiting ? undefined : () => onOpen(document.id)}
          />
        ))}
      </FileList>
    </>
  )
}

function Give({ id }: { id: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { give, progress, failure } = useSendDocument(id)
  return (
    <>
      {failure !== undefined && <Alert tone="danger" title={refusalMessage(failure)} failure={failure} />}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/heic,application/pdf"
        aria-label={t('desk.documents.give')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) give(file)
          target.value = ''
        }}
      />
      <Button fit icon="upload" busy={progress !== undefined} onClick={() => input.current?.click()}>
        {progress === undefined
          ? t('desk.documents.give')
          : t('desk.documents.giving', { percent: Math.round(progress * 100) })}
      </Button>
    </>
  )
}

function refusalMessage(failure: unknown): string {
  const key = `desk.documents.problem.${failure instanceof CallFailed ? failure.code : 'other'}`
  return t(hasMessage(key) ? key : 'desk.documents.problem.other')
}

interface DocumentDialogProps {
  consultationId: string
  document: Document
  mayHide: boolean
  onClose: () => void
}

/** Shows a picture or downloads a PDF; each access is audited. */
function DocumentDialog({ consultationId, document, mayHide, onClose }: DocumentDialogProps) {
  const [hiding, setHiding] = useState(false)
  const where = { id: consultationId, documentId: document.id }
  const queryOptions = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, endsUnseen: true }
  const { data, error } = useQuery(readDeskDocument, where, queryOptions)
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
    const objectUrl = URL.createObjectURL(content)
    setAddress(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [content])
  return address
}

interface HideDialogProps {
  id: string
  documentId: string
  name: string
  onClose: () => void
}

/** Explains the consequence and asks for the reason. */
function HideDialog({ id, documentId, name, onClose }: HideDialogProps) {
  const hide = useHide(id, documentId)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason) }),
    submit: ({ reason }) => hide.mutateAsync(reason.trim()),
    message: (_, code) => t(`desk.documents.reason.${code}`),
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
        most={MAX_REASON_LENGTH}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
