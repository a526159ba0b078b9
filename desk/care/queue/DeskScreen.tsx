import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useCallback, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { Rail } from '../../access/Rail.tsx'
import { SessionEnd } from '../../access/SessionEnd.tsx'
import { signOut } from '../../access/session.ts'
import { useDeskHeartbeat } from '../../access/use-heartbeat.ts'
import { AgendaScreen } from '../../booking/AgendaScreen.tsx'
import { OrdersList } from '../../checkout/OrdersList.tsx'
import { OrdersPlace } from '../../checkout/OrdersPlace.tsx'
import { PromoList } from '../../checkout/PromoList.tsx'
import { PromoPlace } from '../../checkout/PromoPlace.tsx'
import { useOrdersPlace } from '../../checkout/use-orders-place.ts'
import { usePromoPlace } from '../../checkout/use-promo-place.ts'
import { FaultsList } from '../../faults/FaultsList.tsx'
import { FaultsPlace } from '../../faults/FaultsPlace.tsx'
import { useFaultsPlace } from '../../faults/use-faults-place.ts'
import { CompaniesList } from '../../invite/CompaniesList.tsx'
import { CompaniesPlace } from '../../invite/CompaniesPlace.tsx'
import { useCompaniesPlace } from '../../invite/use-companies-place.ts'
import { useIsWide } from '../../kit/use-is-wide.ts'
import { PeopleList } from '../../people/PeopleList.tsx'
import { NobodyChosen, PersonDetail } from '../../people/PersonDetail.tsx'
import type { PersonRef } from '../../people/queries.ts'
import { useMayManage, usePeoplePlace } from '../../people/use-people-place.ts'
import { QuestionsList } from '../../questions/QuestionsList.tsx'
import { QuestionsPlace } from '../../questions/QuestionsPlace.tsx'
import { useWaitingQuestions } from '../../questions/queries.ts'
import { useQuestionsPlace } from '../../questions/use-questions-place.ts'
import { useWaitingInvitations } from '../../team/queries.ts'
import { TeamList } from '../../team/TeamList.tsx'
import { TeamPlace } from '../../team/TeamPlace.tsx'
import { useTeamPlace } from '../../team/use-team-place.ts'
import { AbsenceScreen } from '../absence/AbsenceScreen.tsx'
import { BoardScreen } from '../board/BoardScreen.tsx'
import { CallFloat } from '../call/CallFloat.tsx'
import { useOwnCall } from '../call/use-own-call.ts'
import { useQueue, useTake } from '../queries.ts'
import { RecordsList } from '../record/RecordsList.tsx'
import { RecordsPlace } from '../record/RecordsPlace.tsx'
import { useWaitingRecords } from '../record/record-queries.ts'
import { type RecordsPlace as Place, useRecordsPlace } from '../record/use-records-place.ts'
import { BlockDialog } from '../rescue/BlockDialog.tsx'
import { RescueScreen } from '../rescue/RescueScreen.tsx'
import { AvailabilityButton } from '../sharing/AvailabilityButton.tsx'
import { LeaveDialog } from '../sharing/LeaveDialog.tsx'
import { NewsChoiceButton } from '../staff-news/NewsChoiceButton.tsx'
import { StaffNotes } from '../staff-news/StaffNotes.tsx'
import { NothingChosen } from '../states.tsx'
import { useWaitingUntold } from '../untold/untold-queries.ts'
import { UrgentAlarm } from '../urgent/UrgentAlarm.tsx'
import { ConsultationDetail } from './ConsultationDetail.tsx'
import css from './DeskScreen.module.css'
import { WorkLists } from './WorkLists.tsx'

/** Design §7 no. 37 and 38 on one screen: rail, list, and the consultation (or the person) that the address names. */
export function DeskScreen() {
  const [, params] = useRoute('/consultations/:id')
  const id = params?.id
  const people = usePeoplePlace()
  const team = useTeamPlace()
  const companies = useCompaniesPlace()
  const faults = useFaultsPlace()
  const promo = usePromoPlace()
  const records = useRecordsPlace()
  const waitingRecords = useWaitingRecords()
  const orders = useOrdersPlace()
  const questions = useQuestionsPlace()
  const waitingQuestions = useWaitingQuestions()
  const waitingInvitations = useWaitingInvitations()
  const untold = useWaitingUntold()
  const [isRouteOpen] = useRoute('/open')
  const [isAgenda] = useRoute('/agenda')
  const [isBoard] = useRoute('/board')
  const isOpen = useMayManage() && isRouteOpen
  const [isAbsence] = useRoute('/agenda/absence')
  const isWide = isAgenda || isAbsence || isBoard || isOpen
  const isChosen =
    isWide ||
    Boolean(
      id ??
        people.person ??
        team.chosen ??
        companies.chosen ??
        faults.chosen ??
        promo.chosen ??
        orders.chosen ??
        questions.chosen ??
        chosenRecord(records),
    )
  const hasRoomForBoth = useIsWide(900)
  const [, go] = useLocation()
  const [lost, setLost] = useState<unknown>()
  const take = useTake()
  const call = useOwnCall(id)
  useDeskHeartbeat()
  const [isLeaving, setLeaving] = useState(false)
  const held = useQueue().data?.items.filter(({ lane }) => lane === 'mine') ?? []
  const attend = useCallback(
    (wanted: string) => {
      setLost(undefined)
      go(`/consultations/${wanted}`)
      take.mutate(wanted, {
        onError: (error) => {
          setLost(error)
          // Somebody else has the patient: nothing here is ours to see any more.
          if (error instanceof CallFailed && error.code === 'ALREADY_TAKEN') go('/')
        },
      })
    },
    [go, take.mutate],
  )
  const closed = (name: string) => {
    showToast(t('desk.close.done', { name }))
    go('/')
  }
  return (
    <div
      className={css.desk}
      data-chosen={isChosen ? '' : undefined}
      data-wide={isWide ? '' : undefined}
      data-call={call ? '' : undefined}
    >
      <UrgentAlarm inCall={call !== undefined} taking={take.isPending} onAttend={attend} />
      <Rail
        records={waitingRecords}
        questions={waitingQuestions}
        team={waitingInvitations}
        untold={untold}
        news={<NewsChoiceButton />}
        onSignOut={() => (held.length > 0 ? setLeaving(true) : void signOut())}
      >
        <AvailabilityButton />
      </Rail>
      {!isWide && (
        // What a screen that holds one of the two is about: `main` is out of it then.
        <div className={css.list} role={hasRoomForBoth || isChosen ? undefined : 'main'}>
          {people.isHere ? (
            <PeopleList chosen={people.person?.id} />
          ) : team.isHere ? (
            <TeamList chosen={team.chosen} />
          ) : companies.isHere ? (
            <CompaniesList chosen={companies.chosen} />
          ) : faults.isHere ? (
            <FaultsList chosen={faults.chosen} />
          ) : promo.isHere ? (
            <PromoList list={promo.list} chosen={promo.chosen} />
          ) : records.is !== 'elsewhere' ? (
            <RecordsList chosen={chosenRecord(records)} />
          ) : orders.isHere ? (
            <OrdersList list={orders.list} chosen={orders.chosen} />
          ) : questions.isHere ? (
            <QuestionsList chosen={questions.chosen} />
          ) : (
            <WorkLists chosen={id} failure={lost} onFailureRead={() => setLost(undefined)} />
          )}
        </div>
      )}
      <main className={css.detail} data-call={call ? '' : undefined}>
        {call && <CallFloat key={call.key} call={call} chosen={call.id === id} />}
        {isAgenda ? (
          <div className={css.empty}>
            <AgendaScreen />
          </div>
        ) : isAbsence ? (
          <div className={css.empty}>
            <AbsenceScreen />
          </div>
        ) : isBoard ? (
          <div className={css.empty}>
            <BoardScreen />
          </div>
        ) : isOpen ? (
          <div className={css.empty}>
            <RescueScreen />
          </div>
        ) : people.isHere ? (
          <PersonOrNobody person={people.person} />
        ) : team.isHere ? (
          <TeamPlace chosen={team.chosen} />
        ) : companies.isHere ? (
          <CompaniesPlace chosen={companies.chosen} />
        ) : faults.isHere ? (
          <FaultsPlace chosen={faults.chosen} />
        ) : promo.isHere ? (
          <PromoPlace list={promo.list} chosen={promo.chosen} />
        ) : records.is !== 'elsewhere' ? (
          <RecordsPlace place={records} />
        ) : orders.isHere ? (
          <OrdersPlace list={orders.list} chosen={orders.chosen} />
        ) : questions.isHere ? (
          <QuestionsPlace chosen={questions.chosen} />
        ) : id ? (
          <ConsultationDetail key={id} id={id} taking={take.isPending} onAttend={attend} onClosed={closed} />
        ) : (
          <NothingChosen />
        )}
      </main>
      <StaffNotes />
      {isLeaving && <LeaveDialog held={held} onClose={() => setLeaving(false)} />}
      <SessionEnd inCall={call !== undefined} />
    </div>
  )
}

const PersonOrNobody = ({ person }: { person: PersonRef | undefined }) =>
  person ? (
    <PersonDetail key={person.id} {...person} askBlock={(asked) => <BlockDialog {...asked} />} />
  ) : (
    <NobodyChosen />
  )

function chosenRecord(place: Place): string | undefined {
  if (place.is === 'patient') return place.patientId
  if (place.is === 'opening') return place.openingId
  return place.is === 'emergency' ? place.is : undefined
}
