import { t } from '@cuida/ui/i18n/messages.ts'
import type { ComponentType } from 'react'
import { ApiKeysList, ApiKeysPage } from './access/api-key/ApiKeysPage.tsx'
import { useWaitingApiKeys } from './access/api-key/queries.ts'
import { PeopleList } from './access/people/PeopleList.tsx'
import { PersonDetail, PersonEmpty, parsePersonPath } from './access/people/PersonDetail.tsx'
import { useWaitingInvitations } from './access/team/queries.ts'
import { TeamList, TeamPage } from './access/team/TeamPage.tsx'
import { useWaitingWebhooks } from './access/webhook/queries.ts'
import { WebhooksList, WebhooksPage } from './access/webhook/WebhooksPage.tsx'
import { AgendaScreen } from './booking/agenda/AgendaScreen.tsx'
import { AbsenceScreen } from './care/absence/AbsenceScreen.tsx'
import { BoardScreen } from './care/board/BoardScreen.tsx'
import { FinishedEmpty } from './care/finished/FinishedList.tsx'
import { PatientsList, type PatientsTab } from './care/PatientsList.tsx'
import { BlockColleagueDialog } from './care/reassignment/BlockColleagueDialog.tsx'
import { OpenConsultationsScreen } from './care/reassignment/OpenConsultationsScreen.tsx'
import { RecordsPage } from './care/record/RecordsPage.tsx'
import { useWaitingRecords } from './care/record/record-queries.ts'
import { chosenRecord, parseRecordsPath } from './care/record/records-page.ts'
import { type MoneyList, OrdersList, OrdersPage } from './checkout/order/OrdersPage.tsx'
import { type GiftList, PromoList } from './checkout/promo/PromoList.tsx'
import { PromoPage } from './checkout/promo/PromoPage.tsx'
import { CompaniesList, CompaniesPage } from './invite/CompaniesPage.tsx'
import { ErrorsList, ErrorsPage } from './kit/errors/ErrorsPage.tsx'
import { type Page, type PageContent, singleSegment } from './kit/page/page.ts'
import { useOpenUndeliveredCount } from './notifications/delivery/undelivered-queries.ts'
import { QuestionsList, QuestionsPage } from './support/questions/QuestionsPage.tsx'
import { useWaitingQuestions } from './support/questions/queries.ts'

/** For a page with several lists: shows the open one. */
type Half<List> = ComponentType<{ list: List; selectedId: string | undefined }>

/** A list with the detail beside it. */
function beside<List extends string>(Of: Half<List>, Detail: Half<List>): Page<List>['at'] {
  return (list, named) => {
    const pageProps = { list, selectedId: singleSegment(named) }
    return {
      list: <Of {...pageProps} />,
      detail: <Detail {...pageProps} />,
      isChosen: pageProps.selectedId !== undefined,
    }
  }
}

/** A page in the full width. */
const alone = (Screen: ComponentType) => (): PageContent => ({ detail: <Screen />, isChosen: true })

const PATIENTS: Page<PatientsTab> = {
  lists: ['finished', 'records'],
  icon: 'file',
  title: () => t('desk.sidebar.patients'),
  useWaiting: useWaitingRecords,
  at: (list, named) => {
    const record = parseRecordsPath(list === 'records' ? named : [])
    const selectedId = chosenRecord(record)
    return {
      list: <PatientsList list={list} selectedId={selectedId} />,
      detail: list === 'records' ? <RecordsPage page={record} /> : <FinishedEmpty />,
      isChosen: selectedId !== undefined,
    }
  },
}

const GIFTS: Page<GiftList> = {
  lists: ['promo-codes', 'campaigns'],
  icon: 'star',
  title: () => t('desk.promo.title'),
  managers: true,
  at: beside(PromoList, PromoPage),
}

const MONEY: Page<MoneyList> = {
  lists: ['orders', 'subscriptions', 'disputes', 'tasks'],
  icon: 'card',
  title: () => t('desk.orders.page'),
  managers: true,
  at: beside(OrdersList, OrdersPage),
}

/** All pages but the queue, in the order of the sidebar. */
export const PAGES: readonly Page[] = [
  {
    lists: ['agenda'],
    icon: 'calendar',
    title: () => t('desk.agenda.title'),
    at: (_, named) => alone(singleSegment(named) === 'absence' ? AbsenceScreen : AgendaScreen)(),
  },
  PATIENTS,
  {
    lists: ['questions'],
    icon: 'help',
    title: () => t('desk.questions.title'),
    useWaiting: useWaitingQuestions,
    at: beside(QuestionsList, QuestionsPage),
  },
  {
    lists: ['open'],
    icon: 'bell',
    title: () => t('desk.reassignment.page'),
    managers: true,
    useWaiting: useOpenUndeliveredCount,
    at: alone(OpenConsultationsScreen),
  },
  { lists: ['board'], icon: 'eye', title: () => t('desk.sidebar.board'), managers: true, at: alone(BoardScreen) },
  {
    lists: ['people'],
    icon: 'profile',
    title: () => t('desk.people.title'),
    managers: true,
    at: (_, named) => {
      const person = parsePersonPath(named)
      return {
        list: <PeopleList selectedId={person?.id} />,
        detail: person ? (
          <PersonDetail
            key={person.id}
            {...person}
            askBlock={(blockProps) => <BlockColleagueDialog {...blockProps} />}
          />
        ) : (
          <PersonEmpty />
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
    at: beside(TeamList, TeamPage),
  },
  {
    lists: ['api-keys'],
    icon: 'lock',
    title: () => t('desk.apiKeys.title'),
    managers: true,
    useWaiting: useWaitingApiKeys,
    at: beside(ApiKeysList, ApiKeysPage),
  },
  {
    lists: ['webhooks'],
    icon: 'upload',
    title: () => t('desk.webhooks.title'),
    managers: true,
    useWaiting: useWaitingWebhooks,
    at: beside(WebhooksList, WebhooksPage),
  },
  {
    lists: ['companies'],
    icon: 'company',
    title: () => t('desk.companies.title'),
    managers: true,
    at: beside(CompaniesList, CompaniesPage),
  },
  GIFTS,
  MONEY,
  {
    lists: ['errors'],
    icon: 'warning',
    title: () => t('desk.errors.title'),
    managers: true,
    at: beside(ErrorsList, ErrorsPage),
  },
]
