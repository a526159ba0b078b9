import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { afterPuttingBack } from '@cuida/core/consultation/rescue.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { isGone } from '@cuida/ui/client/call-failed.ts'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { type ComponentType, useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { useFocusOnArrival } from '../../kit/place/focus.ts'
import { PlaceHeading } from '../../kit/place/Place.tsx'
import { CancelCare } from '../CancelCare.tsx'
import { CallPanel } from '../call/CallPanel.tsx'
import { GuestPanel } from '../guest/GuestPanel.tsx'
import { NotesPanel } from '../NotesPanel.tsx'
import { NextSteps } from '../next-step/NextSteps.tsx'
import { PatientHeader } from '../PatientHeader.tsx'
import { PrescriptionPanel } from '../prescription/PrescriptionPanel.tsx'
import { useDeskConsultation } from '../queries.ts'
import { About } from '../record/About.tsx'
import { PatientSafety, SafetyFacts } from '../record/PatientSafety.tsx'
import { RecordOf } from '../record/RecordOf.tsx'
import { usePutBack } from '../rescue/rescue-queries.ts'
import { SignedNotes } from '../SignedNotes.tsx'
import { mayCancel } from '../standing.ts'
import { Gone } from '../states.tsx'
import css from './ConsultationDetail.module.css'
import { TakePanel } from './TakePanel.tsx'

interface ConsultationDetailProps {
  id: string
  taking: boolean
  onAttend: (id: string) => void
  onClosed: (name: string) => void
}

/** Who it is and why they come, beside the call and the notes. */
export function ConsultationDetail({ id, taking, onAttend, onClosed }: ConsultationDetailProps) {
  const consultation = useDeskConsultation(id)
  const { data, error } = consultation
  const go = useLocation()[1]
  const here = useFocusOnArrival<HTMLDivElement>()
  if (isGone(error)) return <Gone />
  return (
    <>
      <div className={css.back} ref={here} tabIndex={-1}>
        <PlaceHeading>{t('desk.detail.patient')}</PlaceHeading>
        <Button variant="quiet" icon="back" onClick={() => go('/')}>
          {t('desk.detail.toQueue')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself and holds nothing else to focus */}
      <section className={css.patient} tabIndex={0} aria-label={t('desk.detail.patient')}>
        <Loaded of={consultation} lines={6} aging>
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
        </Loaded>
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
        <HandedOver consultation={consultation} />
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

/** What ends a consultation or gives it back: folded away, below what is pressed all day, and not there while a call is on. */
function OtherActions({ consultation }: { consultation: DeskConsultation }) {
  const mayPutBack = consultation.heldByMe && afterPuttingBack(consultation, 'CLINICIAN') !== undefined
  if (consultation.callMedium || !(mayPutBack || mayCancel(consultation))) return null
  return (
    <details className={css.other}>
      <summary>{t('desk.detail.otherActions')}</summary>
      {mayPutBack && <PutBack consultation={consultation} />}
      <CancelCare consultation={consultation} />
    </details>
  )
}

/** What is known of who comes, a tab each; whoever adds one adds a line here and its words `desk.tab.…`. */
const PANELS = {
  about: About,
  record: RecordOf,
} satisfies Record<string, ComponentType<{ consultation: DeskConsultation }>>

type Panel = keyof typeof PANELS

function PatientTabs({ consultation }: { consultation: DeskConsultation }) {
  const [chosen, setChosen] = useState<Panel>('about')
  const Shown = PANELS[chosen]
  return (
    <Tabs<Panel>
      label={t('desk.tab.label')}
      value={chosen}
      onChange={setChosen}
      tabs={(Object.keys(PANELS) as Panel[]).map((id) => ({ id, label: t(`desk.tab.${id}`) }))}
    >
      <Shown consultation={consultation} />
    </Tabs>
  )
}

/** Taken by mistake: the way back, for as long as it is possible (`afterPuttingBack`). */
function PutBack({ consultation }: { consultation: DeskConsultation }) {
  const go = useLocation()[1]
  const back = usePutBack(consultation.id, () => {
    showToast(t('desk.putBack.done', { name: consultation.patient.firstName }))
    go('/')
  })
  return (
    <>
      <Button variant="quiet" icon="back" busy={back.isPending} onClick={() => back.mutate()}>
        {t('desk.putBack.open')}
      </Button>
      <Failure failure={back.error} />
    </>
  )
}

/** Who gave me this patient, and why: until the work with them begins. */
function HandedOver({ consultation }: { consultation: DeskConsultation }) {
  const { handedOver, status, callState } = consultation
  if (!handedOver || status !== 'ACTIVE' || callState !== 'none') return null
  return (
    <Alert tone="info" title={t('desk.handOver.from', { colleague: handedOver.by })}>
      <p>{t('desk.handOver.why', { reason: t(`desk.handOver.reason.${handedOver.reason}`) })}</p>
    </Alert>
  )
}
