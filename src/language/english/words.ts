import type { Words } from "../shared/words.ts";

export const englishWords: Words = {
  stopWords: `
a an the and or but if so as of at by for from in into on onto to with about than then that this these those
there here i me my mine myself you your yours yourself he him his himself she her hers herself it its itself
we our ours ourselves they them their theirs themselves am is are was were be been being do does did doing
have has had having would should could can shall what which who whom whose when where why how also just
too very
`,
  roles: {
    from: "from, out of, off, away from, come from, be from",
    to: "to, into, toward, towards, onto",
    in: "in, inside, inside of, within, during",
    on: "on, upon",
    at: "at, near, beside, besides, next to, close to",
    along: "along, across, through, around, past, via",
    with: "with, along with, together with",
    for: "for, on behalf of",
    against: "against",
    about: "about, regarding, concerning",
    by: "by",
    of: "of",
    as: "as",
    than: "than, over, rather than, instead of, in preference to",
    before: "before, prior to, ahead of",
    after: "after, following",
    since: "since, ever since",
    until: "until, till",
    above: "above, over the top of",
    under: "under, below, beneath, underneath",
    front: "in front of",
    behind: "behind, in back of",
    up: "up",
    down: "down",
    between: "between, among",
  },
  marks: {
    drop: `the, this, that, these, those, some, several, any, a few, a number of, a couple of, a group of,
      a bunch of, a piece of, pieces of, a kind of, various, i, me, my, mine, you, your, yours, he, him,
      his, himself, she, her, hers, herself, it, its, itself, we, our, they, them, their, theirs,
      themselves, there, here, each other, one another, together, times, very, really, quite, just, also,
      too, so, such, still, already, now, currently, nowadays, these days, at the moment, actually,
      basically, simply, anyway, please, ago, ones, own self, both of, all of, as well, indeed,
      of course, o`,
    single: "a, an, another",
    not: `not, no, nobody, no one, neither, nor, nothing, none, nowhere, fail to, refuse to, lack, without`,
    never: "never, not ever",
    ended: `no longer, no more, anymore, any more, not any longer, any longer, used to, formerly, former`,
    stopped: "stop, quit, give up, cease to",
    wish: `want to, want, would like to, would like, hope to, hope, wish to, wish, would love to, dream of`,
    plan: "will, plan to, plan on, plan, intend to, be go to, go to be, about to, would",
    maybe: "may, might, could, maybe, perhaps, probably, possibly",
    must: "must, have to, need to, should, ought to",
    can: "can, able to, be able to, know how to",
    clause: "and, or, that, which, who, whom, whose, where, when, while, because, so that, since then",
    but: "but, however, although, though, whereas, yet",
    limit: "only, unless, if, except, except for, whenever",
  },
  whole: "",
  meanings: `
like, love, enjoy, adore, fond of, a fan of, fan of, keen on, a big fan of, really into, passionate about, appreciate / hate, dislike, detest, loathe, can not stand, not a fan of, despise
prefer, like more, like better, would rather have
live, reside, dwell, based in, home is in, have a home in, move to, relocate to, settle in
home, house
job, work as, job is, profession, profession is, occupation, occupation is, employed as, by profession, earn a living as, make a living as
work, employed by, employed at, employ, have a job at, have a job with
company, firm, employer
name, go by the name of, go by, known as
have, own, possess, has got
allergic, allergy
birthday, birth date, date of birth, born on
child, kid
baby, infant, toddler
mother, mom, mum, mommy, mama
father, dad, daddy, papa
parent, folks
grandmother, grandma, granny
grandfather, grandpa
husband, hubby
woman, lady
man, guy, gentleman
person, somebody, someone, human, individual, a human being
married, marry, get married to / unmarried, single
boyfriend, bf
girlfriend, gf
friend, buddy, pal
coworker, colleague, workmate
boss, manager, supervisor
doctor, physician
teacher, instructor
student, pupil
big, large, huge, enormous, giant / small, little, tiny
tall, high / short, low
long, lengthy / brief
fast, quick, rapid, speedy / slow
happy, glad, cheerful, joyful / sad, unhappy
angry, mad
scared, afraid, frightened, fearful
tired, exhausted, weary
sick, ill, unwell / healthy
smart, clever, intelligent / stupid, dumb
beautiful, pretty, gorgeous / ugly
rich, wealthy / poor
hard, difficult, tough / easy, simple
hot, warm / cold, chilly
wet, damp / dry
old, elderly, aged / young
new, brand new
full / empty
open / close, shut
alive / dead
loud, noisy / quiet, silent
clean / dirty, filthy
strong / weak
cheap, inexpensive / expensive, costly
early / late
safe / dangerous, risky
dark / bright
heavy / light
good, great, excellent / bad, terrible, awful
better / worse
best / worst
right, correct / wrong, incorrect
true / false
possible / impossible
important, crucial / unimportant
public / private
more / less, fewer
most / least
many, much, lots of, a lot of, lot of, plenty of, a great deal of, numerous / few
always, all the time, every time, constantly
often, frequently, a lot / rarely, seldom, hardly ever, barely
sometimes, occasionally, now and then, from time to time
usually, generally, normally, typically
daily, every day, each day
weekly, every week, once a week
monthly, every month, once a month
yearly, every year, once a year, annually, annual
next, upcoming, coming / last, previous, past
begin, start, commence, take up
finish, complete
buy, purchase
give, donate
come, arrive
leave, depart
enter, get into
accept, agree / refuse, reject, decline, disagree
allow, permit, let / forbid, prohibit, ban
remember, recall
increase, raise
decrease, reduce
succeed, pass / fail
put on, wear, dressed in
sit, seated
get up, wake up
go to bed, go to sleep
asleep, sleep / awake
inside, indoors / outside, outdoors
upstairs / downstairs
north / south
east / west
speak, talk, chat, converse
say, tell, state, mention
look at, watch, observe, view, stare at, gaze at
hear, listen to
study, learn
teach, instruct
cook, prepare food
eat, consume, dine on
drink, sip
cut, slice, chop, dice, cut up
peel, peel off
fry, pan fry
hop, jump, leap
run, sprint, jog
walk, stroll, pace
hike, trek
climb, scale, go up
throw, toss, hurl, launch
catch, grab
hold, grasp
carry, bear
ride, drive
travel, journey, trip to, go on a trip
visit, go to see
trip, vacation, holiday
repair, fix, mend
create, make, build, construct
help, assist, aid
try, attempt
think, believe
know, be aware of
choose, pick, select, opt for
receive, get
show, display, demonstrate
play, perform, perform on
smile, grin
laugh, giggle
cry, weep
yell, shout, scream
fight, battle
hurt, injure, wound
die, pass away
car, automobile
bicycle, bike, cycle
motorcycle, motorbike
airplane, plane, aeroplane, aircraft
boat, ship
road, roadway, street
path, trail
rock, boulder, stone
forest, wood, woodland
sea, ocean
grass, lawn
yard, backyard, back yard, garden
picture, photo, photograph, image, pic
movie, film
television, tv
phone, telephone, cell phone, mobile phone, cellphone, smartphone
phone call, make a call on, make a call
computer, pc
laptop, notebook computer
couch, sofa
apartment, flat
bathroom, restroom, toilet
shop, store
gift, present
money, cash
meal, dish
dinner, supper
sweets, candy
soda, soft drink, pop
cookie, biscuit
bread, loaf of bread
cap, hat
coat, jacket
shirt, t shirt, tee shirt
trousers, pants
sneakers, trainers, running shoes
spectacles, glasses, eyeglasses
football, soccer
gym, fitness studio, fitness center
exam, test, examination
lesson, class
city, town
country, nation
puppy, young dog, puppy dog
kitten, young cat
dog, doggy, canine, pooch
cat, kitty, feline
rabbit, bunny
onstage, on stage, on a stage, on the stage
band, music group
beach, seashore
kilometer, km, kilometre
kilogram, kg, kilo
meter, m, metre
centimeter, cm, centimetre
pound, lb, lbs
mile, mi
hour, hr, hrs
minute, min, mins
percent, per cent
dollar, usd, buck
`,
};
