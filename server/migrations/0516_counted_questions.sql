-- What an erasure before this had counted.
update erasures set counts = '{"questions": 0, "numberChecks": 0}' || counts where counts is not null;
