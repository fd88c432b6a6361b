-- What a model's tool asks to forget, and the user did not, waits for a person. Answered ones have a decision of a review
-- at the same event.

create index decision_forget_waits on decision (tenant, scope, memory) where outcome = 'forget_waits';
