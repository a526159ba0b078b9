import type { PaperKind } from '@cuida/core/care/paper/paper.ts'
import { getDocument } from '@cuida/core/care/paper/paper-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { dayOf } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { usePaper } from '../prescription/prescription-queries.ts'

interface PaperButtonProps {
  /** Of the consultation. */
  id: string
  type: PaperKind
  prescriptionId?: string
  letterId?: string
  /** Dates the file's name. */
  at: string
}

/** Downloads a paper of a consultation. */
export function PaperButton({ id, type, prescriptionId, letterId, at }: PaperButtonProps) {
  const paper = usePaper()
  const { timeZone } = usePartner()
  const name = `${t(`care.papers.file.${type}`)}-${dayOf(at, timeZone)}.pdf`
  const notReady = refusedWith(getDocument, paper.error, 'DOCUMENT_NOT_READY')
  return (
    <>
      {notReady && <Alert tone="warning" title={t('care.papers.DOCUMENT_NOT_READY')} />}
      <FailureAlert failure={notReady ? undefined : paper.error} />
      <Button
        icon="download"
        busy={paper.isPending}
        done={paper.isSuccess}
        onClick={() => paper.mutate({ id, type, name, prescriptionId, letterId })}
      >
        {t(`care.papers.${type}`)}
      </Button>
    </>
  )
}
