import { DeskCancelReason, type DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { afterRequeue } from '@cuida/core/consultation/reassignment.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { isGone } from '@cuida/ui/client/call-failed.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { capitalize, formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { formatWhen } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { DetailHeader, Facts } from '../../kit/page/Detail.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { useFocusOnArrival } from '../../kit/page/focus.ts'
import { PageHeading } from '../../kit/page/PageList.tsx'
import { PatientIdentity } from '../../kit/page/PatientIdentity.tsx'
import { ConsultationGone } from '../ConsultationStates.tsx'
import { CallPanel } from '../call/CallPanel.tsx'
import { consultationChip, mayCancel } from '../consultation-status.ts'
import { GuestPanel } from '../guest/GuestPanel.tsx'
import { NotesPanel } from '../NotesPanel.tsx'
import { NextSteps } from '../next-step/NextSteps.tsx'
import { PrescriptionPanel } from '../prescription/PrescriptionPanel.tsx'
import { useCancelConsultation, useDeskConsultation } from '../queries.ts'
import { useRequeue } from '../reassignment/reassignment-queries.ts'
import { ConsultationRecord, ReasonPanel } from '../record/ConsultationRecord.tsx'
import { PatientSafety, SafetyFacts } from '../record/PatientSafety.tsx'
import { SignedNotes } from '../SignedNotes.tsx'
import css from './ConsultationDetail.module.css'
import { TakePanel } from './TakePanel.tsx'

interface ConsultationDetailProps {
  id: string
  taking: boolean
  onAttend: (id: string) => void
  onClosed: (name: string) => void
}

/** The patient and their reason for the consultation, beside the call and the notes. */
export function ConsultationDetail({ id, taking, onAttend, onClosed }: ConsultationDetailProps) {
  const consultation = useDeskConsultation(id)
  const { data, error } = consultation
  const go = useLocation()[1]
  const containerRef = useFocusOnArrival<HTMLDivElement>()
  if (isGone(error)) return <ConsultationGone />
  return (
    <>
      <div className={css.back} ref={containerRef} tabIndex={-1}>
        <PageHeading>{t('desk.detail.patient')}</PageHeading>
        <Button variant="quiet" icon="back" onClick={() => go('/')}>
          {t('desk.detail.toQueue')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself and holds nothing else to focus */}
      <section className={css.patient} tabIndex={0} aria-label={t('desk.detail.patient')}>
        <QueryBoundary query={consultation} lines={6} keepsStale>
          {(data) => (
            <>
              <PatientHeader consultation={data}>
                {data.heldByMe ? (
                  <PatientSafety patientId={data.patient.id} />
                ) : (
                  <SafetyFacts statements={data.statements} />
                )}
              </PatientHeader>
              <PatientTabs consultation={data} />
            </>
          )}
        </QueryBoundary>
      </section>
      <div className={css.work}>
        {data && <Work consultation={data} taking={taking} onAttend={onAttend} onClosed={onClosed} />}
      </div>
    </>
  )
}

interface WorkProps extends Omit<ConsultationDetailProps, 'id'> {
  consultation: DeskConsultation
}

function Work({ consultation, taking, onAttend, onClosed }: WorkProps) {
  if (!consultation.heldByMe)
    return (
      <>
        <TakePanel consultation={consultation} busy={taking} onAttend={onAttend} />
        <PrescriptionPanel key={consultation.id} consultation={consultation} />
        <SignedNotes id={consultation.id} notes={consultation.notes} privateNote={consultation.privateNote} />
        <OtherActions consultation={consultation} />
      </>
    )
  return (
    <>
      <div className={css.acts}>
        <Transfer consultation={consultation} />
        <CallPanel consultation={consultation} />
        <GuestPanel key={`guest ${consultation.id}`} consultation={consultation} />
      </div>
      <div className={css.notes}>
        <NotesPanel consultation={consultation} onClosed={onClosed} />
      </div>
      <div className={css.rest}>
        <PrescriptionPanel key={consultation.id} consultation={consultation} />
        <NextSteps key={`next ${consultation.id}`} consultation={consultation} />
        <SignedNotes id={consultation.id} notes={consultation.notes} privateNote={consultation.privateNote} />
        <OtherActions consultation={consultation} />
      </div>
    </>
  )
}

/** Cancel, requeue and similar actions: collapsed below the everyday ones, and hidden during a call. */
function OtherActions({ consultation }: { consultation: DeskConsultation }) {
  const canRequeue = consultation.heldByMe && afterRequeue(consultation, 'CLINICIAN') !== undefined
  if (consultation.callMedium || !(canRequeue || mayCancel(consultation))) return null
  return (
    <details className={css.other}>
      <summary>{t('desk.detail.otherActions')}</summary>
      {canRequeue && <RequeueAction consultation={consultation} />}
      <CancelCare consultation={consultation} />
    </details>
  )
}

/** The tabs about the patient; a new tab needs a line here and its message `desk.tab.…`. */
const PANELS = {
  about: ReasonPanel,
  record: ConsultationRecord,
} satisfies Record<string, ComponentType<{ consultation: DeskConsultation }>>

type Panel = keyof typeof PANELS

function PatientTabs({ consultation }: { consultation: DeskConsultation }) {
  const [panel, setPanel] = useState<Panel>('about')
  const Shown = PANELS[panel]
  return (
    <Tabs<Panel>
      label={t('desk.tab.label')}
      value={panel}
      onChange={setPanel}
      tabs={(Object.keys(PANELS) as Panel[]).map((id) => ({ id, label: t(`desk.tab.${id}`) }))}
    >
      <Shown consultation={consultation} />
    </Tabs>
  )
}

/** Returns a consultation taken by mistake to the queue, while `afterRequeue` allows it. */
function RequeueAction({ consultation }: { consultation: DeskConsultation }) {
  const go = useLocation()[1]
  const back = useRequeue(consultation.id, () => {
    showToast(t('desk.requeue.done', { name: consultation.patient.firstName }))
    go('/')
  })
  return (
    <>
      <Button variant="quiet" icon="back" busy={back.isPending} onClick={() => back.mutate()}>
        {t('desk.requeue.open')}
      </Button>
      <Failure failure={back.error} />
    </>
  )
}

/** The colleague who transferred this patient, and the reason, until the consultation starts. */
function Transfer({ consultation }: { consultation: DeskConsultation }) {
  const { transfer, status, callState } = consultation
  if (!transfer || status !== 'ACTIVE' || callState !== 'none') return null
  return (
    <Alert tone="info" title={t('desk.transfer.from', { colleague: transfer.by })}>
      <p>{t('desk.transfer.why', { reason: t(`desk.transfer.reason.${transfer.reason}`) })}</p>
    </Alert>
  )
}

/** The patient's identity, to be checked at the start of the consultation. */
function PatientHeader({
  consultation,
  children,
}: {
  consultation: DeskConsultation
  /** Content that belongs to the header. */
  children?: ReactNode
}) {
  const { patient, productName, startTime, contactMethod, urgent } = consultation
  const chip = consultationChip(consultation)
  return (
    <DetailHeader
      chip={{ ...chip, text: t(chip.key) }}
      title={`${patient.firstName} ${patient.lastName}`}
      lead={[t('desk.patient.age', { age: patient.age }), t(`desk.patient.sex.${patient.sex}`)].join(' · ')}
    >
      {urgent && <Alert tone="danger" title={t('desk.urgent.of', { answers: urgent })} />}
      {children}
      <Facts
        close
        of={[
          ['birth', formatDate(patient.dateOfBirth)],
          ['phone', patient.phone?.number ?? patient.maskedPhone],
          ['document', patient.document ?? t('desk.patient.noDocument')],
        ]}
        term={(name) => t(`desk.patient.${name}`)}
      />
      <p className={css.product}>
        <strong>{productName}</strong> · {t(`desk.medium.${contactMethod}`)}
        {startTime && ` · ${capitalize(formatWhen(startTime))}`}
      </p>
    </DetailHeader>
  )
}

/** Cancels a consultation before it takes place, for the clinician who holds it or has it booked. */
function CancelCare({ consultation }: { consultation: DeskConsultation }) {
  const [isAsking, setAsking] = useState(false)
  if (!mayCancel(consultation)) return null
  return (
    <div>
      <Button variant="quiet" icon="close" fit onClick={() => setAsking(true)}>
        {t('desk.cancel.open')}
      </Button>
      {isAsking && <CancelDialog consultation={consultation} onClose={() => setAsking(false)} />}
    </div>
  )
}

function CancelDialog({ consultation, onClose }: { consultation: DeskConsultation; onClose: () => void }) {
  const { firstName: name } = consultation.patient
  const cancel = useCancelConsultation(consultation.id, () => {
    showToast(t('desk.cancel.done', { name }))
    onClose()
  })
  const form = useDialogForm<{ reason: DeskCancelReason | '' }>({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason ? undefined : 'REQUIRED' }),
    submit: async ({ reason }) => reason && cancel.mutateAsync(reason),
    message: () => t('desk.cancel.reason.REQUIRED'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.cancel.title')}
      lead={t('desk.cancel.text', { name })}
      before={
        <Button variant="primary" onClick={form.close}>
          {t('desk.cancel.keep')}
        </Button>
      }
      act={t('desk.cancel.confirm')}
      variant="danger"
    >
      <PatientIdentity patient={consultation.patient} />
      <RadioGroup
        label={t('desk.cancel.reason')}
        hint={t('desk.cancel.reasonHint')}
        options={DeskCancelReason.options.map((value) => ({ value, label: t(`desk.cancel.reason.${value}`) }))}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
