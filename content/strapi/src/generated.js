// Generated from content/cms/strapi-app.ts.
Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" });
// core/brand/locale.ts
var LOCALE_NAMES = {
	en: "English",
	"en-US": "English (United States)",
	es: "Español",
	"es-ES": "Español (España)",
	"pt-BR": "Português (Brasil)"
};
Object.keys(LOCALE_NAMES);
// content/schema/text.ts
var MESSAGE_LANGUAGES = [
	"en",
	"es",
	"pt-BR"
];
function asksBeforePrescribing(questions, subject) {
	const [choice, which, ...more] = questions.filter(({ about }) => about === subject);
	if (!choice || !which || more.length > 0 || !choice.required || !which.required || choice.askedWhen) return false;
	if (choice.askedOf || which.askedOf) return false;
	const values = choice.options?.map(({ value }) => value).sort();
	const { question, answers } = which.askedWhen ?? {};
	return choice.type === "radio" && values?.join() === ["none-known", "yes"].join() && which.type === "text" && question === choice.key && answers?.join() === "yes";
}
// content/schema/product-rules.ts
function productProblems(product) {
	const { scheduled, onDemand, prescribes } = product;
	const questions = product.symptomCollector ?? [];
	const problems = questions.flatMap((question, index) => questionProblems(question, index, questions));
	for (const [index, { closed, startTime, endTime }] of (product.workingHours ?? []).entries()) if (!closed && !(startTime && endTime)) {
		const path = [
			"workingHours",
			String(index),
			startTime ? "endTime" : "startTime"
		];
		problems.push({
			path,
			message: "is needed on a day that is not closed"
		});
	}
	if (scheduled === false && onDemand === false) problems.push({
		path: ["onDemand"],
		message: "must be on where “By appointment” is off: else nobody can book it"
	});
	if (prescribes && !SUBJECTS.every((subject) => asksBeforePrescribing(questions, subject))) problems.push({
		path: ["prescribes"],
		message: "needs two questions about allergies and two about medicines: a required choice between none-known and yes, and a required text asked after yes"
	});
	return problems;
}
var SUBJECTS = ["allergies", "medicines"];
function questionProblems(question, index, questions) {
	const { type, key, askedWhen, urgent, options } = question;
	const problems = [];
	const add = (field, message) => problems.push({
		path: [
			"symptomCollector",
			String(index),
			field
		],
		message
	});
	const before = questions.slice(0, index);
	if (before.some((other) => other.key === key)) add("key", "is the key of an earlier question");
	const earlierQuestion = before.find((other) => other.key === askedWhen?.question);
	if (askedWhen && !(earlierQuestion && offers(earlierQuestion, askedWhen.answers))) add("askedWhen", "must name an earlier question and answers that it offers");
	if (!offers(question, urgent?.answers)) add("urgent", "must name answers that this question offers");
	if (CHOICES.includes(type) && !(options && options.length >= 2)) add("options", "must be two at least");
	if (type === "slider") addSliderProblems(question, add);
	return problems;
}
var CHOICES = ["multipleChoice", "radio"];
var SLIDER = [
	"min",
	"max",
	"step",
	"minLabel",
	"maxLabel"
];
function addSliderProblems(slider, add) {
	const missing = SLIDER.filter((field) => (slider[field] ?? "") === "");
	for (const field of missing) add(field, "is needed of a slider");
	if (missing.length > 0) return;
	if (!(Number(slider.min) < Number(slider.max))) add("max", "must be more than the least");
	if (!(Number(slider.step) > 0)) add("step", "must be more than 0");
}
var offers = ({ type, options }, answers) => !Array.isArray(answers) || answers.every((answer) => typeof answer === "boolean" ? type === "yesNo" : options?.some(({ value }) => value === answer));
// content/cms/strapi-app.ts
var LANGUAGES = Object.fromEntries(MESSAGE_LANGUAGES.map((code) => [code, LOCALE_NAMES[code]]));
exports.LANGUAGES = LANGUAGES;
exports.productProblems = productProblems;
