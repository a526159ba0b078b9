import type { IssuedDocumentKind } from '@cuida/core/care/issued-document/issued-document.ts'
import { getDocument } from '@cuida/core/care/issued-document/issued-document-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { dayOf } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useDownloadDocument } from '../prescription/prescription-queries.ts'

interface DownloadButtonProps {
  /** The consultation's id. */
  id: string
  type: IssuedDocumentKind
  prescriptionId?: string
  letterId?: string
  /** The date in the file's name. */
  at: string
}

/** Downloads a document of a consultation. */
export function DownloadButton({ id, type, prescriptionId, letterId, at }: DownloadButtonProps) {
  const document = useDownloadDocument()
  const { timeZone } = usePartner()
  const name = `${t(`care.issuedDocuments.file.${type}`)}-${dayOf(at, timeZone)}.pdf`
  const notReady = refusedWith(getDocument, document.error, 'DOCUMENT_NOT_READY')
  return (
    <>
      {notReady && <Alert tone="warning" title={t('care.issuedDocuments.DOCUMENT_NOT_READY')} />}
      <FailureAlert failure={notReady ? undefined : document.error} />
      <Button
        icon="download"
        busy={document.isPending}
        done={document.isSuccess}
        onClick={() => document.mutate({ id, type, name, prescriptionId, letterId })}
      >
        {t(`care.issuedDocuments.${type}`)}
      </Button>
    </>
  )
}
