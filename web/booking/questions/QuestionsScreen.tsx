import { maxLengthOf } from '@cuida/core/booking/questions/answers.ts'
import { isUrgent } from '@cuida/core/booking/questions/visible-questions.ts'
import { YES } from '@cuida/core/catalogue/product/clinical-questions.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Question } from '@cuida/core/catalogue/product/question.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { usePressGuard } from '@cuida/ui/forms/use-press-guard.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { type MouseEvent, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { Missing } from '../../catalogue/Missing.tsx'
import { useProduct } from '../../catalogue/queries.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { goBack, goTo } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { BookingIdentity } from '../BookingIdentity.tsx'
import type { Booking } from '../cart/booking.ts'
import { currentBooking, updateBooking } from '../cart/cart-store.ts'
import { SavedMark } from '../cart/SavedMark.tsx'
import { useBookingOf } from '../cart/use-booking-of.ts'
import { useFamilyFor } from '../use-family-for.ts'
import { useMissingStep } from '../use-next-step.ts'
import { answerTo, withAnswer } from './answering.ts'
import { problemWith, QuestionField, questionProblemMessage } from './QuestionField.tsx'
import css from './QuestionsScreen.module.css'
import { RecordedAllergies } from './RecordedAllergies.tsx'
import { questionsOf, useAnswerRules } from './use-answer-rules.ts'

/**
 * The symptom collector: one question per page, its number in the URL, so that "back" opens the previous question.
 */
export function QuestionsScreen({ params }: { params: Record<string, string> }) {
  const read = useProduct(params.slug ?? '')
  const { data: product } = read
  const booking = useBookingOf(product)
  const isEmpty = product?.symptomCollector.length === 0
  const isAsked = useWhoFirst(product, booking)
  useEffect(() => {
    if (isEmpty && booking && !isAsked) goTo(pathOf('summary', { slug: booking.productSlug }), { replace: true })
  }, [isEmpty, booking, isAsked])
  if (product && booking && !isEmpty && !isAsked) return <Page product={product} booking={booking} />
  return (
    <Screen title={product?.name ?? t('booking.questions')}>
      <QueryBoundary query={read} lines={5} errorTitle={() => t('catalogue.failed')}>
        {(product) => (product ? <Skeleton lines={5} /> : <Missing title={t('catalogue.product.missing')} />)}
      </QueryBoundary>
    </Screen>
  )
}

/**
 * A family is asked for the patient first, because questions, warning signs and products depend on the person. True
 * while the family is loading.
 */
function useWhoFirst(product: Product | null | undefined, booking: Booking | undefined): boolean {
  const { status } = useSession()
  const { hasChoice, patient } = useFamilyFor(product, booking?.patientId)
  const isAsked = Boolean(product && booking && hasChoice && !patient)
  useEffect(() => {
    if (isAsked) goTo(pathOf('selectProfile'), { replace: true })
  }, [isAsked])
  return isAsked || status === 'starting'
}

const FIELD = 'answer'

function Page({ product, booking }: { product: Product; booking: Booking }) {
  const { slug } = product
  const rules = useAnswerRules()
  const questions = questionsOf(product, booking, rules)
  const at = placeOf(useSearch(), questions.length)
  const [tried, setTried] = useState<string>()
  const [isWarning, setWarning] = useState(false)
  const question = questions[at - 1]
  const answer = question && answerTo(booking.symptoms, question.key)
  const { allowed } = rules
  const problem = question && problemWith(question, answer, allowed)
  const { touch, press } = usePressGuard(question?.key ?? '', answer !== undefined && !problem)
  const pick = useOneTap(question, press)
  const onward = useMissingStep()
  const { patient } = useFamilyFor(product, booking.patientId)
  const allergiesText = question && textAfterAllergies(question, product)
  if (!question) return null
  const isUnconfirmed = booking.toConfirm?.includes(question.key)
  const before = at > 1 ? questionPath(slug, at - 1) : pathOf('product', { slug })

  function next(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setTried(question?.key)
    if (problem) document.getElementById(FIELD)?.focus()
    else if (question && isUrgent(question, answer)) setWarning(true)
    else goOn()
  }

  /** A repeated booking has the other answers: only what is missing is asked. */
  async function goToMissing(otherwise: string): Promise<void> {
    const path = await onward(product, currentBooking() ?? booking).catch(() => undefined)
    goTo(path ?? otherwise)
  }

  /** Answers this question and its text by the record, and goes on behind both. */
  function confirmRecorded(text: Question, allergies: string, event: MouseEvent): void {
    press(event)
    if (event.defaultPrevented || !question) return
    const symptoms = withAnswer(withAnswer(booking.symptoms, question.key, YES), text.key, allergies)
    updateBooking({ symptoms, toConfirm: booking.toConfirm?.filter((key) => key !== question.key && key !== text.key) })
    const after = questionsOf(product, { ...booking, symptoms }, rules)
    goBehind(after.findIndex(({ key }) => key === text.key) + 1, after.length)
  }

  function goOn(): void {
    setWarning(false)
    if (isUnconfirmed) updateBooking({ toConfirm: booking.toConfirm?.filter((key) => key !== question?.key) })
    goBehind(at, questions.length)
  }

  function goBehind(at: number, count: number): void {
    const next = at < count ? questionPath(slug, at + 1) : pathOf('summary', { slug })
    if (booking.copiedFrom) void goToMissing(next)
    else goTo(next)
  }

  return (
    <Screen
      title={question.text}
      status={t('booking.step', { step: at, total: questions.length + 1 })}
      progress={{ at, of: questions.length + 1 }}
      identity={<BookingIdentity />}
      arrival={question.key}
      onBack={() => goBack(before)}
      action={
        // A new button for each question: a finger pressed on the previous one does not click this one when it lifts.
        <Button key={question.key} type="submit" form="question" variant="primary" onClick={press}>
          {t('booking.next')}
        </Button>
      }
    >
      {at === 1 && <Picture product={product} />}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard a form is sent by Enter and by its button */}
      <form
        ref={pick.form}
        id="question"
        key={question.key}
        className={css.form}
        noValidate
        onSubmit={next}
        onClick={pick.onClick}
      >
        {isUnconfirmed && <p>{t('booking.repeat.confirm')}</p>}
        {patient && allergiesText && (
          <RecordedAllergies
            patientId={patient.id}
            most={maxLengthOf(allergiesText, allowed)}
            onConfirm={(allergies, event) => confirmRecorded(allergiesText, allergies, event)}
          />
        )}
        <QuestionField
          id={FIELD}
          question={question}
          answer={answer}
          onAnswer={(newAnswer) => {
            if (pick.isRefused()) return
            touch()
            updateBooking({ symptoms: withAnswer(booking.symptoms, question.key, newAnswer) })
          }}
          error={
            tried === question.key && problem
              ? questionProblemMessage(question, { answer, problem, allowed })
              : undefined
          }
        />
        {answer !== undefined && <SavedMark />}
      </form>
      {isWarning && <UrgentDialog text={question.urgent?.text} onClose={() => setWarning(false)} goOn={goOn} />}
    </Screen>
  )
}

/** The text that follows when this question is the choice about allergies (`asksBeforePrescribing`). */
function textAfterAllergies({ key, about }: Question, { symptomCollector }: Product) {
  const text = symptomCollector.find(({ askedWhen }) => askedWhen?.question === key && askedWhen.answers.includes(YES))
  return about === 'allergies' && text?.type === 'text' ? text : undefined
}

function Picture({ product: { preSymptomCollectorPicture: picture } }: { product: Product }) {
  if (!picture) return null
  const { url, alternativeText, width, height } = picture
  return (
    <img className={css.picture} src={url} alt={alternativeText ?? ''} width={width ?? 560} height={height ?? 240} />
  )
}

const questionPath = (slug: string, at: number): string => pathOf('questions', { slug }, { question: String(at) })

/** From 1; an invalid value in the URL means the first or the last question. */
function placeOf(search: string, count: number): number {
  const position = Math.trunc(Number(new URLSearchParams(search).get('question'))) || 1
  return Math.min(Math.max(position, 1), count)
}

interface UrgentDialogProps {
  /** The partner's text about this particular answer. */
  text: string | null | undefined
  onClose: () => void
  goOn: () => void
}

/** An answer that may mean an emergency shows the emergency number before the next question. */
function UrgentDialog({ text, onClose, goOn }: UrgentDialogProps) {
  const { emergencyPhoneNumber: number } = usePartner()
  return (
    <Dialog
      open
      title={t('booking.urgent.title')}
      onClose={onClose}
      actions={
        <>
          <LinkButton href={`tel:${number}`} variant="danger" icon="phone">
            {t('booking.urgent.call', { number })}
          </LinkButton>
          <Button variant="quiet" onClick={goOn}>
            {t('booking.urgent.goOn')}
          </Button>
        </>
      }
    >
      <p>{text ?? t('booking.urgent.text', { number })}</p>
    </Dialog>
  )
}

/** How long the choice stays visible before the next question, in milliseconds. */
const SEEN_MS = 250

interface OneTap {
  form: RefObject<HTMLFormElement | null>
  /**
   * A bubbling handler of the form: React then calls it before the radio's change handler, in one turn. In the
   * capture phase a browser lets React render in between, which resets the choice before the change handler runs.
   */
  onClick: (event: MouseEvent<HTMLFormElement>) => void
  /** The tap came too soon after the question appeared: it was meant for the previous one and changes nothing. */
  isRefused: () => boolean
}

/** Whether this tap is the whole answer: a single choice, or "none of these" among several. */
function isWholeAnswer(target: EventTarget, question: Question | undefined): boolean {
  if (!(target instanceof HTMLInputElement)) return false
  if (target.type === 'radio') return true
  if (question?.type !== 'multipleChoice' || !target.checked) return false
  const at = [...(target.form?.querySelectorAll('input[type="checkbox"]') ?? [])].indexOf(target)
  return question.options[at]?.exclusive === true
}

/**
 * A single choice takes one tap: the form is submitted after a moment that shows the choice. A choice by keyboard or
 * voice control waits for the button, because arrow keys pass over answers. `press` refuses a tap meant for the previous
 * question (useOnePress).
 */
function useOneTap(question: Question | undefined, press: (event: MouseEvent) => void): OneTap {
  const questionKey = question?.key ?? ''
  const form = useRef<HTMLFormElement>(null)
  const refused = useRef(false)
  const [tapped, setTapped] = useState<{ questionKey: string }>()
  useEffect(() => {
    if (tapped?.questionKey !== questionKey) return
    const timer = setTimeout(() => {
      // Otherwise a later return to this question would submit it at once.
      setTapped(undefined)
      form.current?.requestSubmit()
    }, SEEN_MS)
    return () => clearTimeout(timer)
  }, [tapped, questionKey])
  return {
    form,
    onClick: (event) => {
      refused.current = false
      // Keys and assistive technology click without a pointer.
      if (event.detail === 0 || !isWholeAnswer(event.target, question)) return
      press(event)
      refused.current = event.defaultPrevented
      if (!event.defaultPrevented) setTapped({ questionKey })
    },
    isRefused: () => refused.current,
  }
}
