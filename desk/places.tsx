import { t } from '@cuida/ui/i18n/messages.ts'
import type { ComponentType } from 'react'
import { PeopleList } from './access/people/PeopleList.tsx'
import { NobodyChosen, PersonDetail, personNamed } from './access/people/PersonDetail.tsx'
import { useWaitingInvitations } from './access/team/queries.ts'
import { TeamList, TeamPlace } from './access/team/TeamPlace.tsx'
import { AgendaScreen } from './booking/agenda/AgendaScreen.tsx'
import { AbsenceScreen } from './care/absence/AbsenceScreen.tsx'
import { BoardScreen } from './care/board/BoardScreen.tsx'
import { FinishedEmpty } from './care/finished/FinishedList.tsx'
import { PatientsList, type PatientsTab } from './care/PatientsList.tsx'
import { RecordsPlace } from './care/record/RecordsPlace.tsx'
import { useWaitingRecords } from './care/record/record-queries.ts'
import { chosenRecord, recordNamed } from './care/record/records-place.ts'
import { BlockDialog } from './care/rescue/BlockDialog.tsx'
import { RescueScreen } from './care/rescue/RescueScreen.tsx'
import { type MoneyList, OrdersList, OrdersPlace } from './checkout/order/OrdersPlace.tsx'
import { type GiftList, PromoList } from './checkout/promo/PromoList.tsx'
import { PromoPlace } from './checkout/promo/PromoPlace.tsx'
import { CompaniesList, CompaniesPlace } from './invite/CompaniesPlace.tsx'
import { FaultsList, FaultsPlace } from './kit/faults/FaultsPlace.tsx'
import { onlyOf, type Place, type Shown } from './kit/place/place.ts'
import { useWaitingUntold } from './news/delivery/untold-queries.ts'
import { QuestionsList, QuestionsPlace } from './support/questions/QuestionsPlace.tsx'
import { useWaitingQuestions } from './support/questions/queries.ts'

/** Some are of several lists, and draw the one that is open. */
type Half<List> = ComponentType<{ list: List; chosen: string | undefined }>

/** A list, and beside it what the address names of it. */
function beside<List extends string>(Of: Half<List>, Detail: Half<List>): Place<List>['at'] {
  return (list, named) => {
    const shown = { list, chosen: onlyOf(named) }
    return { list: <Of {...shown} />, detail: <Detail {...shown} />, isChosen: shown.chosen !== undefined }
  }
}

/** A screen of its own, in the whole width. */
const alone = (Screen: ComponentType) => (): Shown => ({ detail: <Screen />, isChosen: true })

const PATIENTS: Place<PatientsTab> = {
  lists: ['finished', 'records'],
  icon: 'file',
  title: () => t('desk.rail.patients'),
  useWaiting: useWaitingRecords,
  at: (list, named) => {
    const record = recordNamed(list === 'records' ? named : [])
    const chosen = chosenRecord(record)
    return {
      list: <PatientsList list={list} chosen={chosen} />,
      detail: list === 'records' ? <RecordsPlace place={record} /> : <FinishedEmpty />,
      isChosen: chosen !== undefined,
    }
  },
}

const GIFTS: Place<GiftList> = {
  lists: ['promo-codes', 'campaigns'],
  icon: 'star',
  title: () => t('desk.promo.title'),
  managers: true,
  at: beside(PromoList, PromoPlace),
}

const MONEY: Place<MoneyList> = {
  lists: ['orders', 'subscriptions', 'disputes', 'tasks'],
  icon: 'card',
  title: () => t('desk.orders.place'),
  managers: true,
  at: beside(OrdersList, OrdersPlace),
}

/** Every place but the queue, in the order of the rail. */
export const PLACES: readonly Place[] = [
  {
    lists: ['agenda'],
    icon: 'calendar',
    title: () => t('desk.agenda.title'),
    at: (_, named) => alone(onlyOf(named) === 'absence' ? AbsenceScreen : AgendaScreen)(),
  },
  PATIENTS,
  {
    lists: ['questions'],
    icon: 'help',
    title: () => t('desk.questions.title'),
    useWaiting: useWaitingQuestions,
    at: beside(QuestionsList, QuestionsPlace),
  },
  {
    lists: ['open'],
    icon: 'bell',
    title: () => t('desk.rescue.place'),
    managers: true,
    useWaiting: useWaitingUntold,
    at: alone(RescueScreen),
  },
  { lists: ['board'], icon: 'eye', title: () => t('desk.rail.board'), managers: true, at: alone(BoardScreen) },
  {
    lists: ['people'],
    icon: 'profile',
    title: () => t('desk.people.title'),
    managers: true,
    at: (_, named) => {
      const person = personNamed(named)
      return {
        list: <PeopleList chosen={person?.id} />,
        detail: person ? (
          <PersonDetail key={person.id} {...person} askBlock={(asked) => <BlockDialog {...asked} />} />
        ) : (
          <NobodyChosen />
        ),
        isChosen: person !== undefined,
      }
    },
  },
  {
    lists: ['team'],
    icon: 'user',
    title: () => t('desk.team.title'),
    managers: true,
    useWaiting: useWaitingInvitations,
    at: beside(TeamList, TeamPlace),
  },
  {
    lists: ['companies'],
    icon: 'company',
    title: () => t('desk.companies.title'),
    managers: true,
    at: beside(CompaniesList, CompaniesPlace),
  },
  GIFTS,
  MONEY,
  {
    lists: ['faults'],
    icon: 'warning',
    title: () => t('desk.faults.title'),
    managers: true,
    at: beside(FaultsList, FaultsPlace),
  },
]
