/**
 * What a product must be beside its single fields, as Cuida looks at it (content/schema/product.ts). Of what was sent.
 * @param {Record<string, any>} product
 */
function productProblems({ scheduled, onDemand, prescribes, workingHours, symptomCollector }) {
  const questions = symptomCollector ?? []
  return [
    scheduled === false && onDemand === false
      ? [at(['onDemand'], 'must be on where “By appointment” is off: else nobody can book it')]
      : [],
    (workingHours ?? []).flatMap(({ closed, startTime, endTime }, index) =>
      closed || (startTime && endTime)
        ? []
        : [at(['workingHours', index, startTime ? 'endTime' : 'startTime'], 'is needed on a day that is not closed')],
    ),
    questions.flatMap((question, index) => questionProblems(question, index, questions)),
    prescribes && !['allergies', 'medicines'].every((subject) => asksAbout(questions, subject))
      ? [
          at(
            ['prescribes'],
            'needs two questions about allergies and two about medicines: a choice, and a text asked after yes',
          ),
        ]
      : [],
  ].flat()
}

/** As `asksBeforePrescribing` of core/catalogue/product/question.ts. */
function asksAbout(questions, subject) {
  const [choice, which, ...more] = questions.filter(({ about }) => about === subject)
  if (!choice?.required || !which?.required || choice.askedWhen || more.length > 0) return false
  const values = (choice.options ?? []).map(({ value }) => value)
  return (
    choice.type === 'radio' &&
    values.sort().join() === 'none-known,yes' &&
    which.type === 'text' &&
    which.askedWhen?.question === choice.key &&
    which.askedWhen.answers.join() === 'yes'
  )
}

function questionProblems(question, index, questions) {
  const { type, key, askedWhen, urgent, options } = question
  const here = (name, message) => at(['symptomCollector', index, name], message)
  const earlier = questions.slice(0, index).find((other) => askedWhen && other.key === askedWhen.question)
  return [
    questions.findIndex((other) => other.key === key) < index ? [here('key', 'is the key of an earlier question')] : [],
    askedWhen && !(earlier && offers(earlier, askedWhen.answers))
      ? [here('askedWhen', 'must name an earlier question and answers that it offers')]
      : [],
    offers(question, urgent?.answers) ? [] : [here('urgent', 'must name answers that this question offers')],
    CHOICES.includes(type) && !(options?.length >= 2) ? [here('options', 'must be two at least')] : [],
    type === 'slider' ? sliderProblems(question).map(([name, message]) => here(name, message)) : [],
  ].flat()
}

const CHOICES = ['multipleChoice', 'radio']

function sliderProblems(slider) {
  const isMissing = (name) => slider[name] === undefined || slider[name] === null || slider[name] === ''
  const missing = ['min', 'max', 'step', 'minLabel', 'maxLabel']
    .filter(isMissing)
    .map((name) => [name, 'is needed of a slider'])
  if (missing.length > 0) return missing
  return [
    ...(Number(slider.min) < Number(slider.max) ? [] : [['max', 'must be more than the least']]),
    ...(Number(slider.step) > 0 ? [] : [['step', 'must be more than 0']]),
  ]
}

const offers = ({ type, options }, answers) =>
  !Array.isArray(answers) ||
  answers.every((answer) =>
    typeof answer === 'boolean' ? type === 'yesNo' : (options ?? []).some(({ value }) => value === answer),
  )

const at = (path, message) => ({ path: path.map(String), message })

module.exports = { productProblems }
